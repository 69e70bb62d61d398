// Prints how well the extractor does on the labelled mails, theme by theme: `node test/corpus/score.ts [--failures]`.
import { judgeAll, type Outcome } from './corpus.ts';

const outcomes = judgeAll();
const themes = Map.groupBy(outcomes, (outcome) => outcome.theme);

const rows = [...themes].map(([theme, group]) => row(theme, group));
rows.push(row('total', outcomes));
process.stdout.write(`| theme | mails | without a code | exact | false alarms | link right |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`);

if (process.argv.includes('--failures')) {
  for (const { mail, finding, codeRight, linkRight } of outcomes) {
    if (codeRight && linkRight) continue;
    process.stdout.write(`\n${mail.id} ${mail.subject}\n  code ${finding.code} wanted ${mail.expect.code}\n`);
    if (!linkRight) process.stdout.write(`  link ${finding.link} wanted ${mail.expect.link}\n`);
    for (const candidate of finding.candidates.slice(0, 4)) process.stdout.write(`  ${candidate.score} ${candidate.code}: ${candidate.reasons.join('; ')}\n`);
  }
}

function row(name: string, group: Outcome[]): string {
  const silent = group.filter((outcome) => outcome.mail.expect.code === null);
  const exact = group.filter((outcome) => outcome.codeRight).length;
  const alarms = silent.filter((outcome) => outcome.falseAlarm).length;
  const links = group.filter((outcome) => outcome.linkRight).length;
  return `| ${name} | ${group.length} | ${silent.length} | ${share(exact, group.length)} | ${alarms} (${share(alarms, silent.length)}) | ${share(links, group.length)} |`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)}%`;
}
