// Sanitized HTML runs and fetches nothing, keeps what is harmless, and is its own answer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { htmlVectors } from '../../test/support/html-vectors.ts';
import { sanitizeContentHtml, sanitizeMailHtml } from './sanitize-html.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const options = { cid: (id: string) => (id === 'logo' ? PNG : id === 'linked' ? '/api/v1/a/1' : null) };
const clean = (html: string) => sanitizeMailHtml(html, options);
const body = (html: string) =>
  clean(html)
    .html.replace(/^<div class="mf-mail"[^>]*>/, '')
    .replace(/<\/div>$/, '');

// What a start tag of the output may look like at all; whatever is not of this form is a hole.
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( \/)?>/;
const ALLOWED = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt
  em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp
  section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr style`.split(
    /\s+/,
  ),
);

function problems(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const match = TAG.exec(html.slice(at));
    if (!match) {
      found.push(`odd markup at ${html.slice(at, at + 40)}`);
      continue;
    }
    const [, , name = '', attributes = ''] = match;
    if (!ALLOWED.has(name)) found.push(`element ${name}`);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (
        /^on|^(?:id|name|action|formaction|srcset|background|poster|ping|download|tabindex|contenteditable)$/.test(
          attribute,
        )
      ) {
        found.push(`attribute ${attribute}`);
      }
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(value)) found.push(`href ${value}`);
      if (attribute === 'src' && !/^data:image\/(?:png|jpe?g|gif|webp);base64,|^\/api\//.test(value))
        found.push(`src ${value}`);
      if (attribute === 'style' && !html.slice(at).startsWith('<div class="mf-mail" style="contain')) {
        found.push(...cssProblems(value));
      }
    }
  }
  const sheets = [...html.matchAll(/<style>([^<]*)<\/style>/g)];
  if (sheets.length > 1) found.push('several sheets');
  for (const [, css = ''] of sheets) {
    found.push(...cssProblems(css));
    for (const [, selectors = ''] of css.replace(/@media [^{]*\{/g, '').matchAll(/([^{}]+)\{[^}]*\}/g)) {
      for (const selector of selectors.split(',')) {
        if (!/^\.mf-mail(?:$|[ >](?![+~]))/.test(selector)) found.push(`selector ${selector}`);
      }
    }
  }
  return found;
}

function cssProblems(css: string): string[] {
  return [
    /url\(/i,
    /\\/,
    /expression/i,
    /@import/i,
    /position\s*:/i,
    /z-index/i,
    /inset/i,
    /behavior/i,
    /binding/i,
    /javascript:/i,
    /transform:/i,
  ]
    .filter((pattern) => pattern.test(css))
    .map((pattern) => `css ${pattern}`);
}

describe('every known attack', () => {
  it('the list has at least 80 of them', () => expect(htmlVectors.length).toBeGreaterThanOrEqual(80));

  for (const vector of htmlVectors) {
    it(`${vector.name}: nothing dangerous is left`, () => expect(problems(clean(vector.html).html)).toEqual([]));
    it(`${vector.name}: sanitizing again changes nothing`, () => {
      const once = clean(vector.html);
      expect(clean(once.html)).toEqual({ html: once.html, blockedRemote: 0 });
    });
    it(`${vector.name}: staff content is as safe`, () => {
      const once = sanitizeContentHtml(vector.html);
      expect(sanitizeContentHtml(once)).toBe(once);
      expect(problems(once).filter((problem) => !/^(?:src https:|src \/|href [#/?.])/.test(problem))).toEqual([]);
    });
  }

  for (const vector of htmlVectors.filter(({ name }) => /^remote (?!custom|image-set|inline style by)/.test(name))) {
    it(`${vector.name}: is counted`, () => expect(clean(vector.html).blockedRemote).toBeGreaterThan(0));
  }
});

describe('hostile HTML at random', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      ...htmlVectors.map(({ html }) => html),
      ...'<p> </p> <table> </table> <tr> <td> </td> <li> <ul> <a href="https://a.example"> </a> <div class="x y"> </div> <svg> </svg> <math> <style> </style> <h1> <b> </b> <form> </form> <select> <br> </br> <!-- --> " \' > < & &lt; &amp; &#0; &#13; &nbsp; { } ; .a{color:red} @media url( <foo> </foo> <span style="color:red; margin:-3px"> <dd> <dt> <font color=red> <body> </body> <title> <center>'.split(
        ' ',
      ),
    ),
    fc.string({ maxLength: 12 }),
  );
  const markup = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(''));

  it('sanitizing is idempotent, and the second time nothing is left to block', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const once = clean(html);
        expect(clean(once.html)).toEqual({ html: once.html, blockedRemote: 0 });
      }),
      runs(1_500),
    );
  });

  it('nothing dangerous is left', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(problems(clean(html).html)).toEqual([]);
      }),
      runs(1_000),
    );
  });
});

describe('what would cover the page', () => {
  it.each([
    'position:relative;top:-900px',
    'margin-top:-900px',
    'margin:calc(0px - 900px)',
    'margin:-50em 0',
    'box-shadow:0 0 0 900px #000',
    'text-shadow:0 -900px 0 #000',
    'outline:900px solid red',
    'transform:scale(90)',
    'letter-spacing:-900px',
    'z-index:9',
    'inset:0',
  ])('%s goes', (style) => expect(body(`<p style="${style}">x</p>`)).toBe('<p>x</p>'));

  it('small negative margins, as gutters have them, stay', () => {
    expect(body('<p style="margin:0 -10px">x</p>')).toBe('<p style="margin:0 -10px">x</p>');
  });

  it('what lies inside an element that browsers read in their own way goes with it', () => {
    expect(body('a<svg><text>s</text></svg><math><mi>m</mi></math><select><option>o</select><title>t</title>b')).toBe(
      'ab',
    );
  });
});

describe('ordinary mail keeps its look', () => {
  it('tables keep their layout attributes', () => {
    const html =
      '<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center" bgcolor="#ffffff"><tbody><tr><td valign="top" height="40" colspan="2">x</td></tr></tbody></table>';
    expect(body(html)).toBe(html);
  });

  it('inline styles stay, without what cannot be vouched for', () => {
    expect(
      body(
        '<p style="color:#333; font: 14px/1.5 Arial, \'Helvetica Neue\', sans-serif; mso-line-height-rule:exactly">x</p>',
      ),
    ).toBe('<p style="color:#333;font:14px/1.5 Arial, \'Helvetica Neue\', sans-serif">x</p>');
  });

  it('a background colour survives the image beside it', () => {
    expect(body('<td style="background:#f00 url(https://a.example/x.png) no-repeat">x</td>')).toBe(
      '<td style="background:#f00 no-repeat">x</td>',
    );
  });

  it('embedded styles stay, scoped to the mail, media queries included', () => {
    expect(
      body(
        '<html><head><style>body{margin:0;color:#111}.btn, a.btn:hover , #main > td{color:red}@media only screen and (max-width: 600px){.col{width:100% !important}}</style></head><body bgcolor="#eee"><div id="main" class="btn col">x</div></body></html>',
      ),
    ).toBe(
      '<style>.mf-mail{margin:0;color:#111}.mf-mail .mfc-btn,.mf-mail a.mfc-btn:hover,.mf-mail .mfi-main>td{color:red}@media only screen and (max-width: 600px){.mf-mail .mfc-col{width:100%!important}}</style><div style="background-color:#eee"><div class="mfc-btn mfc-col mfi-main">x</div></div>',
    );
  });

  it('styles for Outlook alone, in a conditional comment, do not apply', () => {
    expect(body('<!--[if mso]><style>p{display:none}</style><![endif]--><p>x</p>')).toBe('<p>x</p>');
  });

  it('links open elsewhere and tell nobody where from', () => {
    expect(body('<a href="https://a.example/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
  });

  it('mailto and tel links stay', () => {
    expect(body('<a href="mailto:a@b.example">x</a><a href="tel:+84123">y</a>').match(/href=/g)).toHaveLength(2);
  });

  it('cid images are shown from what the caller maps them to', () => {
    expect(body('<img src="cid:logo" alt="Logo" width="20">')).toBe(
      `<img alt="Logo" width="20" src="${PNG}" data-mf-cid="logo" />`,
    );
  });

  it('a cid image mapped to an address survives a second sanitizing', () => {
    const once = clean('<img src="cid:linked">');
    expect(clean(once.html)).toEqual(once);
    expect(once.html).toContain('src="/api/v1/a/1"');
  });

  it('an unknown cid is dropped and is not remote', () => {
    expect(clean('<img src="cid:nothing">')).toMatchObject({ blockedRemote: 0 });
  });

  it('a blocked image leaves its text and size', () => {
    expect(body('<img src="https://a.example/l.png" alt="Shop" width="120" height="40">')).toBe(
      '<img alt="Shop" width="120" height="40" />',
    );
  });

  it('counts each thing that would have been fetched', () => {
    const html =
      '<style>@import url(https://a.example/a.css);.x{background:url(https://a.example/1)}</style><img src="https://a.example/1.png"><td background="https://a.example/2.png" style="background:url(//a.example/3.png)">';
    expect(clean(html).blockedRemote).toBe(5);
  });

  it('staff content keeps https and relative images', () => {
    expect(
      sanitizeContentHtml('<img src="https://a.example/a.png"><img src="/b.png"><img src="http://a.example/c.png">'),
    ).toBe('<img src="https://a.example/a.png" /><img src="/b.png" /><img />');
  });
});

describe('size', () => {
  // Processor time, not the clock: the rule is about the work done, and other tests run beside this one.
  const bounded = (html: string, milliseconds: number) => {
    const start = process.cpuUsage();
    const once = clean(html);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(milliseconds);
    expect(once.html.length).toBeLessThan(2_100_000);
    return once;
  };

  it('300,000 levels of nesting end in text', () => {
    expect(bounded(`${'<div>'.repeat(300_000)}deep`, 4_000).html).toContain('deep');
  });

  it.each([
    ['ampersands', '&'.repeat(2_000_000)],
    ['open angles', '<'.repeat(2_000_000)],
    ['open tags', '<a '.repeat(600_000)],
    ['unclosed comments', '<!--'.repeat(500_000)],
    ['style elements', '<style></style>'.repeat(130_000)],
    ['at-statements', `<style>${'@a;'.repeat(500_000)}</style>`],
    ['open braces', `<style>${'{'.repeat(500_000)}</style>`],
    ['long values', `<p style="width:${'('.repeat(1_000_000)}">x</p>`],
    ['many declarations', `<p style="${'color:red;'.repeat(150_000)}">x</p>`],
    ['many attributes', `<p ${'a '.repeat(500_000)}>x</p>`],
    ['closing tags', '</b>'.repeat(500_000)],
    ['comments in styles', `<p style="${'/*'.repeat(800_000)}">x</p>`],
  ])('%s are read in bounded time', (_name, html) => {
    const once = bounded(html, 5_000);
    expect(clean(once.html).html).toBe(once.html);
  });
});
