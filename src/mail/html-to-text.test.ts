// HTML as a person reads it: lines, cells, links, what is hidden; and linear time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

const textOf = (html: string): string => htmlToText(html).text;

describe('layout', () => {
  test('blocks are lines and paragraphs are a blank line apart', () => {
    expect(textOf('<div>one</div><div>two</div><p>three</p><p>four</p>')).toBe('one\ntwo\n\nthree\n\nfour');
  });
  test('inline elements are joined without a space of our own', () => {
    expect(textOf('<b>4</b><span>8</span><i>2</i> done')).toBe('482 done');
  });
  test('white space in the source collapses to one space', () => {
    expect(textOf('<p>a\n   b\t&nbsp; c</p>')).toBe('a b c');
  });
  test('br breaks the line and repeated br leaves one blank line', () => {
    expect(textOf('a<br>b<br/><br><br>c')).toBe('a\nb\n\nc');
  });
  test('pre keeps its lines and inner spaces', () => {
    expect(textOf('<pre>a  b\n  c</pre>')).toBe('a  b\n  c');
  });
  test('rows are lines and cells are a tab apart, whatever wraps the cell text', () => {
    expect(
      textOf('<table><tr><td><p>Code</p></td><td><div>1</div></td></tr><tr><td>x</td><td>y</td></tr></table>'),
    ).toBe('Code\t1\nx\ty');
  });
  test('a cell of several lines is layout: the next column starts a line', () => {
    expect(textOf('<table><tr><td>a<br>b</td><td>c</td></tr></table>')).toBe('a\nb\nc');
  });
  test('list items have a marker', () => {
    expect(textOf('<ul><li>one<li><p>two</p></ul>')).toBe('- one\n- two');
  });
  test('a block styled inline stays on the line, a space apart', () => {
    expect(textOf('<div style="display:inline-block">4</div><div style="display: inline-block">8</div>')).toBe('4 8');
  });
  test('meaningful alt text is read, a file name is not', () => {
    expect(textOf('<img alt="Acme"><img alt="logo.png"><img alt=""> hi')).toBe('Acme hi');
  });
  test('the value of a text field is read, of a hidden one or a button it is not', () => {
    expect(
      textOf('<input value="K82-4QT" readonly><input type="hidden" value="x"><input type="submit" value="y">'),
    ).toBe('K82-4QT');
  });
  test('what a class of the mail itself hides is not read', () => {
    expect(
      textOf('<style>.pre, td.x { display:none !important }</style><p class="a pre">no</p><p class="a">yes</p>'),
    ).toBe('yes');
  });
  test('what is hidden for some screens only is read', () => {
    expect(textOf('<style>@media (max-width:600px){.m{display:none}}</style><p class="m">yes</p>')).toBe('yes');
  });
  test('entities are decoded', () => {
    expect(textOf('caf&eacute; &#48;&#x31; &amp;lt;')).toBe('café 01 &lt;');
  });
});

describe('what is not shown', () => {
  test.each([
    ['style, script and title', '<title>t</title><style>p{color:#a1b2c3}</style><script>1</script>x'],
    ['comments and conditional comments', '<!-- a --><!--[if mso]>b<![endif]-->x'],
    ['display:none', '<div style="display:none">a<div>b</div>c</div>x'],
    ['visibility:hidden', '<span style="visibility:hidden">a</span>x'],
    ['the hidden attribute', '<p hidden>a</p>x'],
    ['zero height with overflow hidden', '<div style="max-height:0;overflow:hidden">a</div>x'],
    ['opacity 0', '<div style="opacity:0">a</div>x'],
    ['font size 0 and 1px', '<p style="font-size:0">a</p><p style="font-size:1px">b</p>x'],
    ['preview padding', '&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&shy;x'],
  ])('%s is dropped', (_name, html) => {
    expect(textOf(html)).toBe('x');
  });
  test('a child that sets a real size inside a font-size:0 wrapper is shown', () => {
    expect(textOf('<td style="font-size:0px"><div style="font-size:14px">seen</div></td>')).toBe('seen');
  });
  test('mso-hide alone hides only from Outlook', () => {
    expect(textOf('<a style="mso-hide:all">seen</a>')).toBe('seen');
  });
});

describe('links', () => {
  test('are returned as written, with their label, and stand behind it in the text', () => {
    const { text, links } = htmlToText('<p>Go <a href="https://x.example/a?b=1&amp;c=%20">here</a>.</p>');
    expect(links).toEqual([{ href: 'https://x.example/a?b=1&c=%20', label: 'here' }]);
    expect(text).toBe('Go here <https://x.example/a?b=1&c=%20>.');
  });
  test('an address that is its own label is not repeated', () => {
    expect(textOf('<a href="https://x.example/">https://x.example/</a>')).toBe('https://x.example/');
  });
  test('only web links count', () => {
    expect(
      htmlToText('<a href="javascript:alert(1)">a</a><a href="mailto:a@b.example">b</a><a href="/c">c</a>').links,
    ).toEqual([]);
  });
  test('at most 200 are kept', () => {
    const html = Array.from({ length: 300 }, (_, n) => `<a href="https://x.example/${n}">n</a>`).join('');
    expect(htmlToText(html).links).toHaveLength(200);
  });
});

describe('hostile input', () => {
  test.each([
    ['deep nesting', '<i>'.repeat(200_000)],
    ['unmatched ends', '<i>'.repeat(90_000) + '</b>'.repeat(90_000)],
    ['cells', '<td>a'.repeat(150_000)],
    ['stray brackets', '<'.repeat(1_000_000)],
    ['attributes', `<a ${'x=1 '.repeat(200_000)}>`],
    ['hidden elements', '<div hidden>'.repeat(80_000)],
  ])('%s is read in bounded time', (_name, html) => {
    const started = performance.now();
    htmlToText(html);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
  test('output is capped', () => {
    expect(textOf('word '.repeat(200_000)).length).toBeLessThanOrEqual(256_000);
  });
  test('never throws', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<div>',
        '</div>',
        '<td>',
        '<a href="https://x.example">',
        '</a>',
        '<p hidden>',
        '<!--',
        '<pre>',
        '&#',
        '<li>',
        '<style>',
      ),
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => typeof textOf(pieces.join('')) === 'string'));
  });
});
