const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(32rem, 100%); padding: 2rem 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .75rem; }
fieldset { border: 1px solid GrayText; border-radius: .5rem; margin: 1.25rem 0; padding: .25rem 1rem 1rem; }
legend { padding: 0 .4rem; font-weight: 600; }
label { display: flex; gap: .75rem; align-items: center; padding: .5rem; border-radius: .4rem; cursor: pointer; }
label:hover { background: color-mix(in srgb, CanvasText 8%, Canvas); }
article img { display: block; max-width: 100%; border-radius: .5rem; }
label img { width: 2.5rem; height: 2.5rem; border-radius: .4rem; }
small { display: block; opacity: .8; }
button { font: inherit; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid #4a3fd1; cursor: pointer; }
button[value='approve'] { background: #4a3fd1; color: #fff; }
button[value='deny'] { background: transparent; color: CanvasText; }
:focus-visible { outline: 3px solid #4a3fd1; outline-offset: 2px; }
.note { margin-top: 2rem; font-size: .85rem; opacity: .8; }
code { overflow-wrap: anywhere; }
`

/** Creates an HTML page without scripts. The page works with a keyboard and a screen reader. */
export function htmlPage(title: string, body: string, init: { readonly status?: number } = {}): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
<p class="note">This is an emulated server on your own machine. Nothing you do here reaches the network it imitates.</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status: init.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })
}
