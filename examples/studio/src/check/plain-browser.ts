import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface OpenedPage {
  readonly url: URL
  readonly status: number
  readonly text: string
}

/** Form of a page, with its target URL and the default values of its fields. */
interface Form {
  readonly action: URL
  readonly method: string
  readonly fields: URLSearchParams
}

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null

function* elements(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child)
}

const textIn = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''

/** Returns the radio buttons of a page, each with its label. */
export function choicesOf({
  text,
}: OpenedPage): readonly { readonly value: string; readonly label: string }[] {
  const all = [...elements(parse(text))]
  return all
    .filter((one) => one.tagName === 'input' && attribute(one, 'type') === 'radio')
    .map((radio) => {
      const label = all.find((one) => attribute(one, 'for') === attribute(radio, 'id'))
      return {
        value: attribute(radio, 'value') ?? '',
        label: (label === undefined ? '' : textIn(label)).replaceAll(/\s+/g, ' ').trim(),
      }
    })
}

/**
 * Returns the name and value that a browser sends for an unchanged field. Returns null if a
 * browser sends nothing for the field.
 */
function untouched(input: Element): [string, string] | null {
  const name = attribute(input, 'name')
  const type = attribute(input, 'type')
  if (name === null || type === 'submit') return null
  if ((type === 'radio' || type === 'checkbox') && attribute(input, 'checked') === null) return null
  return [name, attribute(input, 'value') ?? '']
}

/**
 * Reads the first form of a page.
 * @throws Error if the page has no form.
 */
function formOf(page: OpenedPage): Form {
  const form = [...elements(parse(page.text))].find(({ tagName }) => tagName === 'form')
  if (form === undefined) throw new Error(`${page.url.href} has no form (status ${page.status}).`)
  const fields = [...elements(form)]
    .filter(({ tagName }) => tagName === 'input')
    .map((input) => untouched(input))
    .filter((field) => field !== null)
  return {
    action: new URL(attribute(form, 'action') ?? '', page.url),
    method: (attribute(form, 'method') ?? 'get').toUpperCase(),
    fields: new URLSearchParams(fields),
  }
}

/**
 * Simulates a browser without rendering or scripts. Stores cookies, follows redirects and submits
 * forms.
 */
export class PlainBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Opens a URL and follows redirects. */
  async open(address: string | URL, init: RequestInit = {}): Promise<OpenedPage> {
    let url = new URL(address)
    let request = init
    for (let hops = 0; hops < 10; hops += 1) {
      const reply = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...Object.fromEntries(new Headers(request.headers)),
          cookie: this.#cookieHeader(url),
          connection: 'close',
        },
      })
      this.#keepCookies(url, reply.headers)
      const location = reply.headers.get('location')
      if (reply.status < 300 || reply.status > 399 || location === null)
        return { url, status: reply.status, text: await reply.text() }
      url = new URL(location, url)
      request = {}
    }
    throw new Error(`${String(address)} redirects in a loop.`)
  }

  /** Submits the form of a page. Fields without an entry in `changes` keep their default values. */
  async submit(page: OpenedPage, changes: Readonly<Record<string, string>>): Promise<OpenedPage> {
    const { action, method, fields } = formOf(page)
    for (const [name, value] of Object.entries(changes)) fields.set(name, value)
    return this.open(action, { method, body: fields })
  }

  #cookieHeader(url: URL): string {
    return [...(this.#cookies.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keepCookies(url: URL, headers: Headers): void {
    const kept = this.#cookies.get(url.host) ?? new Map<string, string>()
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/max-age=0/i.test(cookie)) kept.delete(name)
      else kept.set(name, value.join('='))
    }
    this.#cookies.set(url.host, kept)
  }
}
