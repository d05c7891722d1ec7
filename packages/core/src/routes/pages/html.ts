import { createHash } from 'node:crypto'

import { cleanText } from '../../errors/message-of.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that was built by `html`. Other text is escaped when it is inserted. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Inserted = string | Html | readonly Html[]

function render(value: Inserted): string {
  if (value instanceof Html) return value.text
  if (typeof value !== 'string') return value.map(({ text }) => text).join('')
  return cleanText(value.toWellFormed()).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Builds HTML. Every inserted text is escaped, for elements and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? render(values[index] ?? '') : '')).join(''),
  )
}

export const NO_HTML = new Html('')

/** Style of pages without a stylesheet of the application. */
const STYLE =
  ':root{color-scheme:light dark}body{background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif;margin:0}main{max-width:32rem;margin:0 auto;padding:2rem 1rem}fieldset{border:0;margin:0;padding:0}.field,.choice{margin:1rem 0}.field label{display:block;font-weight:600}input:not([type=radio]){box-sizing:border-box;font:inherit;padding:.5rem;width:100%}button{font:inherit;padding:.5rem 1rem}.help{font-size:.9rem;margin:.25rem 0}'

/** Source of the style for `Content-Security-Policy`: its hash. */
export function styleHash(): string {
  return `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
}

/** Parts of a page. */
export interface PageParts {
  readonly language: string
  /** Heading of the page. */
  readonly heading: string
  /** Name of the application. */
  readonly title: string | undefined
  readonly stylesheet: string | undefined
  readonly content: Html
}

/** Builds a whole document. */
export function documentOf({ language, heading, title, stylesheet, content }: PageParts): string {
  const style =
    stylesheet === undefined
      ? new Html(`<style>${STYLE}</style>`)
      : html`<link rel="stylesheet" href="${stylesheet}" />`
  const name = title === undefined ? heading : `${heading} – ${title}`
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${name}</title>
        ${style}
      </head>
      <body>
        <main class="social-sign-in">
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html> `.text
}
