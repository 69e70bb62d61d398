// Capitals alone do not make a code: names, buttons and shouted words are told apart here.
import type { MailLink } from './links.ts';
import type { Section } from './section.ts';
import { findTerms } from './terms.ts';

const SHOUTED = new Set(
  (
    'valid invalid expired below here ready never please code codes hello dear this your note notice important warning thanks thank team welcome urgent alert security account verify verified ' +
    'confirm continue copy paste login logout reset submit click help support email password with from only once time today minutes share anyone reply noreply inc corp gmbh http https html image logo ' +
    'required enter yes lúc không mật khẩu otp usdt free sale news attention achtung wichtig hinweis importante atención atenção attenzione'
  ).split(' '),
);

/** Tells whether a word in capitals is an ordinary word of this mail rather than a code. */
export function knownWords(sections: Section[], sender: string, links: MailLink[]): (word: string) => boolean {
  const lowerSender = sender.toLowerCase();
  return (word) => {
    const lower = word.toLowerCase();
    if (SHOUTED.has(lower) || lowerSender.includes(lower)) return true;
    if (findTerms(lower).some((term) => term.end - term.start === lower.length)) return true;
    if (links.some((link) => link.label.toUpperCase().includes(word))) return true;
    return sections.some((section) => isWrittenOtherwise(section, word, lower));
  };
}

function isWrittenOtherwise(section: Section, word: string, lower: string): boolean {
  let seen = 0;
  for (let at = section.lower.indexOf(lower); at !== -1 && seen < 20; at = section.lower.indexOf(lower, at + 1)) {
    if (section.text.slice(at, at + word.length) !== word) return true;
    seen += 1;
  }
  return false;
}
