// A password for once is whatever stands behind its name, symbols and words included: `Tx7#Rk29`, `maple-river-83`. Beside the values, which are letters and digits only.
import { lazily } from './lazily.ts';
import type { Scored } from './score.ts';
import type { Section } from './section.ts';
import { says } from './terms.ts';
import { FIRST_USE } from './words/passwords.ts';

// A colon, "is" or the end of a line or cell, perhaps after a remark in brackets; then the password up to the next space.
const LED_TO =
  /^(?:[^\n\t:=.!?]{0,60}?(?:[:=：]|[ *_](?:is|are|ist|lautet|est|es|é|è|este|jest|to|je|er|är|on|là|la|adalah|ialah|είναι|هي|هو|הוא|היא|है))|[^\n:=.!?]{0,24}\t|[^\S\n]*(?=\n)|为|是|為|は|은|는| ?(?=[“"'«「『`]))\s{0,6}["'“”„«「『【[`*_]*([^\s"“”„«»<>「」『』【】|]{5,24})(?=$|[\s"”»<>」』】|])/u;
const OTHER_THING =
  /wi-?fi|wlan|network|meeting|zoom|webinar|pdf|zip|\bfile|document|archive|attachment|anhang|datei|pièce|fichier|archivo|anexo|allegato|đính kèm|tệp|文件|附件|添付|ファイル|첨부|파일/;

/** Passwords that a mail names as such, scored as announced codes are. */
export function findPasswords(section: Section): Scored[] {
  const found: Scored[] = [];
  const forOnce = lazily(() => FIRST_USE.test(section.lower));
  for (const term of section.terms) {
    const once = says(term, 'password');
    if (!once && !says(term, 'plainPassword')) continue;
    const rest = section.text.slice(term.end, term.end + 140);
    const match = LED_TO.exec(rest);
    const password = trimPassword(match?.[1] ?? '');
    if (match === null || !isPassword(password)) continue;
    const around = section.lower.slice(Math.max(0, term.start - 40), term.end + match[0].length - password.length);
    if (OTHER_THING.test(around) || (!once && !forOnce())) continue;
    const words = section.lower.slice(term.start, term.end);
    const start = term.end + match[0].lastIndexOf(password);
    found.push({ code: password, score: once ? 0.9 : 0.8, reasons: [`a password named by “${words}”`], start });
  }
  return found;
}

function trimPassword(run: string): string {
  const bare = run.replace(/[)\]`*_]+$/, (tail) => (/[[(`*_]/.test(run.slice(0, -tail.length)) ? tail : ''));
  return bare.replace(/[.,;:。，]+$/, '');
}

/** Words alone are prose; a digit, and a letter beside it, make a password. Digits alone are codes and are found as such. */
function isPassword(run: string): boolean {
  if (run.length < 5 || !/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  return /^[\x21-\x7e]+$/.test(run) && !/^[A-Z]{1,2}-\d+$|\/\/|@.*\.|^\d+(?:st|nd|rd|th|h|min)$/.test(run);
}
