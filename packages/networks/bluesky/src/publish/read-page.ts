/** Metadata of a web page. */
export interface PageText {
  readonly title: string | null
  readonly description: string | null
  /** URL of the page's image, as written in the page. It may be relative. */
  readonly picture: string | null
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Returns the character of a code point; '' for an invalid code point. */
function charOf(code: number): string {
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** Returns the text of HTML on one line, with character references replaced. */
function plain(html: string): string {
  return html
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (decimal !== undefined) return charOf(Number(decimal))
      if (hex !== undefined) return charOf(Number.parseInt(hex, 16))
      return ENTITIES[String(name).toLowerCase()] ?? whole
    })
    .replaceAll(/\s/g, ' ')
    .trim()
    .toWellFormed()
}

/** Returns the attributes of a tag and the position after the tag. Reads each character once. */
function readAttributes(
  html: string,
  from: number,
): { readonly end: number; readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  let at = from
  while (at < html.length && html[at] !== '>') {
    const letter = html[at] ?? ''
    if (letter === ' ' || letter === '/' || letter === '\n' || letter === '\t' || letter === '\r') {
      at += 1
      continue
    }
    const start = at
    while (at < html.length && !' =>/\n\t\r'.includes(html[at] ?? '')) at += 1
    const name = html.slice(start, at).toLowerCase()
    if (html[at] !== '=') {
      if (at === start) at += 1
      continue
    }
    at += 1
    const quote = html[at] === '"' || html[at] === "'" ? html[at] : null
    if (quote === null || quote === undefined) {
      const begin = at
      while (at < html.length && !' >\n\t\r'.includes(html[at] ?? '')) at += 1
      values.set(name, html.slice(begin, at))
      continue
    }
    const close = html.indexOf(quote, at + 1)
    const end = close === -1 ? html.length : close
    values.set(name, html.slice(at + 1, end))
    at = end + 1
  }
  return { end: at, values }
}

/**
 * Names of metadata for the title. Earlier names take precedence. https://ogp.me (read 2026-11-22)
 */
const TITLES = ['og:title', 'twitter:title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']

function first(found: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  for (const name of names) {
    const text = plain(found.get(name) ?? '')
    if (text !== '') return text
  }
  return null
}

/** Reads the `meta` tags and the title of a web page. Ignores everything else. */
export function readPage(html: string): PageText {
  const found = new Map<string, string>()
  let title: string | null = null
  let at = html.indexOf('<')
  while (at !== -1) {
    const tag = html.slice(at + 1, at + 7).toLowerCase()
    if (tag.startsWith('body') || tag.startsWith('/head')) break
    if (/^meta[\s/]/.test(tag)) {
      const { end, values } = readAttributes(html, at + 5)
      const name = (values.get('property') ?? values.get('name') ?? '').toLowerCase()
      if (name !== '' && !found.has(name)) found.set(name, values.get('content') ?? '')
      at = end
    } else if (/^title[\s>]/.test(tag) && title === null) {
      const begin = html.indexOf('>', at)
      const end = begin === -1 ? -1 : html.indexOf('<', begin)
      title = begin === -1 ? '' : plain(html.slice(begin + 1, end === -1 ? html.length : end))
      if (end === -1) break
      at = end - 1
    }
    at = html.indexOf('<', at + 1)
  }
  return {
    title: first(found, TITLES) ?? (title === '' ? null : title),
    description: first(found, DESCRIPTIONS),
    picture: first(found, PICTURES),
  }
}
