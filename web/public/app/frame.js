// Runs in a frame of unknown origin, between the app and the mail: puts the mail into an inner frame that may run nothing.
// It stands here and not in the app because an inner document inherits the policy of the one around it: the app's own
// policy stays free of inline styles and foreign images, this one allows them to the mail alone.
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const images = data.images === true ? 'data: https: http:' : 'data:';
  const frame = document.createElement('iframe');
  frame.title = String(data.title);
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  frame.referrerPolicy = 'no-referrer';
  frame.srcdoc = `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank">
<style>html{background:#fff;color:#16211d;font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}body{margin:20px}img{max-width:100%;height:auto}a{color:#0b5c4b}table{max-width:100%}pre{white-space:pre-wrap}</style>
</head><body>${data.html}</body></html>`;
  document.body.replaceChildren(frame);
});
parent.postMessage('ready', '*');
