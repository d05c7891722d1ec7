import { ConfigError } from '../../errors/index.js'
import { assertMessages } from '../../errors/user-messages/user-message-of.js'
import type { UserMessages } from '../../errors/user-messages/user-message.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { RouteRequest } from '../request.js'

/** Options of the sign-in pages, which a browser gets where other clients get JSON. */
export interface PagesOptions {
  /** Name of the application. It is shown in the title of each page. */
  readonly title?: string | undefined
  /** URL of a stylesheet: a path that starts with `/`, or a full URL. Default: a small style of the library. */
  readonly stylesheet?: string | undefined
  /**
   * Language and texts. `texts` also replaces texts of the pages: `PAGE_CHOOSE`, `bluesky.PAGE_FORM`. Default: English or
   * German, by the `Accept-Language` header of the browser.
   */
  readonly messages?: UserMessages | ((request: RouteRequest) => UserMessages) | undefined
  /** Returns further hidden fields of each form, for example the token of a CSRF middleware. */
  readonly hiddenFields?: ((request: RouteRequest) => Readonly<Record<string, string>>) | undefined
}

/** Validated options of the pages. */
export interface PagesSettings extends PagesOptions {
  /** Source of the stylesheet for `Content-Security-Policy`: `'self'` or an origin. Null without a stylesheet. */
  readonly styleSource: string | null
}

const NAMES: readonly (keyof PagesOptions)[] = ['title', 'stylesheet', 'messages', 'hiddenFields']

/** Validates the option `pages`. @returns Null if the pages are off. @throws ConfigError for an invalid value. */
export function readPages(pages: PagesOptions | 'off' | undefined, baseUrl: string): PagesSettings | null {
  if (pages === 'off') return null
  if (pages === undefined) return { styleSource: null }
  if (typeof pages !== 'object' || pages === null)
    throw wrongArgument('pages', "'off' or an object such as { title, stylesheet }", pages)
  refuseUnknownNames(pages, NAMES, 'pages')
  const { title, stylesheet, messages, hiddenFields } = pages
  for (const [name, value] of Object.entries({ title, stylesheet }))
    if (value !== undefined && typeof value !== 'string') throw wrongArgument(`pages.${name}`, 'text', value)
  if (messages !== undefined && typeof messages !== 'function')
    assertMessages(messages, 'Routes: pages.messages')
  if (hiddenFields !== undefined && typeof hiddenFields !== 'function')
    throw wrongArgument('pages.hiddenFields', 'a function', hiddenFields)
  return { ...pages, styleSource: stylesheet === undefined ? null : styleSource(stylesheet, baseUrl) }
}

function styleSource(stylesheet: string, baseUrl: string): string {
  const url = URL.parse(stylesheet, baseUrl)
  const isPath = stylesheet.startsWith('/')
  if (!url || !/^https?:$/.test(url.protocol) || !(isPath || URL.canParse(stylesheet)))
    throw new ConfigError('pages.stylesheet must be a path that starts with /, or a full URL.')
  return url.origin === new URL(baseUrl).origin ? "'self'" : url.origin
}
