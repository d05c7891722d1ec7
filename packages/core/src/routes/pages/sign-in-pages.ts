import type { AccountChoice, LoginField } from '../../contract/index.js'
import { setNetworkName } from '../../errors/base.js'
import type { MessageFacts } from '../../errors/user-messages/template.js'
import { labelIn } from '../../errors/user-messages/template.js'
import { userMessageOf } from '../../errors/user-messages/user-message-of.js'
import { renderProblem, type UserMessages } from '../../errors/user-messages/user-message.js'
import type { RoutesSettings, SignInOutcome } from '../options.js'
import type { Reply } from '../reply.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'
import { preferredLanguage, prefersHtml } from './accept.js'
import { documentOf, type Html, html, NO_HTML, styleHash } from './html.js'
import { PAGE_TEXTS, type PageText } from './page-texts.js'

/** Languages of the library's texts. */
const LANGUAGES = ['en', 'de'] as const
const encoder = new TextEncoder()

/** Values of a sign-in with which a person can start again. */
export interface StartAgain {
  readonly host: string | null
  readonly applicationState: string | null
  readonly expectConnectionId: string | null
}

/** A refusal without an error of the library. `server` also asks for the name of a server. */
export type PageRefusal = 'request' | 'server'

/** Further values of a page. */
export interface PageContext {
  readonly settings: RoutesSettings
  readonly request: RouteRequest
  readonly status: number
  readonly again?: StartAgain | undefined
  readonly refusal?: PageRefusal | undefined
}

/** Returns the page of an outcome. Null if the client does not ask for HTML, or if the pages are off. */
export async function pageOf(outcome: SignInOutcome, context: PageContext): Promise<Reply | null> {
  const { settings, request, status } = context
  const { pages } = settings
  if (pages === null || !prefersHtml(request.headers['accept'])) return null
  const builder = await callHost('pages', outcome.platform, () => new PageBuilder(outcome.platform, context))
  const { heading, content } = builder.build(outcome)
  const { title, stylesheet, styleSource } = pages
  const document = documentOf({ language: builder.language, heading, title, stylesheet, content })
  return {
    status,
    body: encoder.encode(document),
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': `default-src 'none'; style-src ${styleSource ?? styleHash()}; form-action ${formTargets(settings)}; base-uri 'none'; frame-ancestors 'none'`,
      // With `no-referrer` the browser would send the forms with `Origin: null`, which CSRF checks refuse.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
  }
}

/** Browsers also check the redirects after a form: to a network, or to a page of the application. */
function formTargets({ baseUrl, redirectOrigins }: RoutesSettings): string {
  const schemes = baseUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  return ["'self'", ...schemes, ...redirectOrigins].join(' ')
}

/** Builds the pages of one request. */
class PageBuilder {
  readonly language: string
  readonly #platform: string
  readonly #networkName: string
  readonly #messages: UserMessages
  readonly #hiddenFields: Readonly<Record<string, string>>
  readonly #context: PageContext

  constructor(platform: string, context: PageContext) {
    const { settings, request } = context
    const { messages, hiddenFields } = settings.pages ?? {}
    this.#platform = platform
    this.#networkName = settings.client.platformFor(platform).displayName ?? platform
    this.#context = context
    this.#messages =
      (typeof messages === 'function' ? messages(request) : messages) ??
      ({ language: preferredLanguage(request.headers['accept-language'], LANGUAGES) } as const)
    this.#hiddenFields = hiddenFields?.(request) ?? {}
    const { language, texts } = this.#messages
    const isKnown = texts !== undefined || LANGUAGES.some((known) => language.split('-')[0] === known)
    this.language = isKnown ? language : 'en'
  }

  build(outcome: SignInOutcome): { readonly heading: string; readonly content: Html } {
    if (outcome.step === 'CHOOSE_ACCOUNT')
      return { heading: this.#text('PAGE_CHOOSE_TITLE'), content: this.#choice(outcome) }
    if (outcome.step === 'ASK_FOR_DETAILS')
      return { heading: this.#text('PAGE_FORM_TITLE'), content: this.#form(outcome) }
    if (outcome.step === 'FAILED')
      return { heading: this.#text('PAGE_FAILED_TITLE'), content: this.#failure(outcome.error) }
    const account = outcome.connection.accountName
    return {
      heading: this.#text('PAGE_CONNECTED_TITLE'),
      content: html`<p role="status">${this.#text('PAGE_CONNECTED', { account })}</p>`,
    }
  }

  #choice({ options, state }: Extract<SignInOutcome, { step: 'CHOOSE_ACCOUNT' }>): Html {
    const choices = options.map((option, index) => this.#radio(option, `account-${index + 1}`))
    return this.#post('choose', state, 'PAGE_CHOOSE_BUTTON', [
      html`<fieldset>
        <legend>${this.#text('PAGE_CHOOSE')}</legend>
        ${choices}
      </fieldset>`,
    ])
  }

  #radio({ id, name, kind }: AccountChoice, elementId: string): Html {
    const kindText = `PAGE_KIND_${(kind ?? '').toUpperCase()}`
    const shown = isPageText(kindText) ? ` (${this.#text(kindText)})` : ''
    return html`<div class="choice">
      <input type="radio" id="${elementId}" name="account_id" value="${id}" required />
      <label for="${elementId}"><bdi>${name}</bdi>${shown}</label>
    </div>`
  }

  #form({ fields, helpUrl, host, state }: Extract<SignInOutcome, { step: 'ASK_FOR_DETAILS' }>): Html {
    const where = host === undefined ? NO_HTML : html`<p>${this.#text('PAGE_FORM_HOST', { host })}</p>`
    const help =
      helpUrl !== null && /^https?:\/\//i.test(helpUrl)
        ? html`<p>
            <a href="${helpUrl}" target="_blank" rel="noopener noreferrer">${this.#text('PAGE_HELP')}</a>
          </p>`
        : NO_HTML
    return this.#post('callback', state, 'PAGE_FORM_BUTTON', [
      html`<p>${this.#text('PAGE_FORM')}</p>`,
      where,
      ...fields.map((field, index) => this.#field(field, `field-${index + 1}`)),
      help,
    ])
  }

  #field({ name, label, secret, helpText, texts }: LoginField, elementId: string): Html {
    const { language } = this.#messages
    const help = texts?.help ? labelIn(texts.help, language) : helpText
    const type = secret ? 'password' : 'text'
    const described = help === null ? NO_HTML : html` aria-describedby="${elementId}-help"`
    const shownHelp = help === null ? NO_HTML : html`<p class="help" id="${elementId}-help">${help}</p>`
    return html`<div class="field">
      <label for="${elementId}">${texts ? labelIn(texts.label, language) : label}</label
      ><input
        type="${type}"
        id="${elementId}"
        name="${name}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        required${described}
      />${shownHelp}
    </div>`
  }

  #failure(error: Extract<SignInOutcome, { step: 'FAILED' }>['error']): Html {
    const { refusal, again } = this.#context
    if (refusal === 'server') return this.#server()
    setNetworkName(error, this.#networkName)
    const message = refusal === 'request' ? this.#text('PAGE_REQUEST') : userMessageOf(error, this.#messages)
    const query = new URLSearchParams(againParams(again)).toString()
    const link = `${this.#address('connect')}${query === '' ? '' : `?${query}`}`
    return html`<p role="alert">${message}</p>
      <p><a href="${link}">${this.#text('PAGE_AGAIN')}</a></p>`
  }

  /** Asks for the server of an account at a network of many servers. */
  #server(): Html {
    const { host: _host, ...kept } = againParams(this.#context.again)
    return html`<p role="alert">${this.#text('PAGE_SERVER')}</p>
      <form method="get" action="${this.#address('connect')}">
        ${hidden(kept)}
        <div class="field">
          <label for="host">${this.#text('PAGE_SERVER_LABEL')}</label
          ><input
            type="text"
            id="host"
            name="host"
            autocapitalize="none"
            spellcheck="false"
            inputmode="url"
            required
          />
        </div>
        <button type="submit">${this.#text('PAGE_AGAIN')}</button>
      </form>`
  }

  #post(route: 'choose' | 'callback', state: string, button: PageText, content: readonly Html[]): Html {
    return html`<form method="post" action="${this.#address(route)}">
      ${hidden({ ...this.#hiddenFields, state })}${content}<button type="submit">
        ${this.#text(button)}
      </button>
    </form>`
  }

  /** Path of a route. The host is the one that the browser already uses. */
  #address(route: string): string {
    const { pathname } = new URL(this.#context.settings.baseUrl)
    return `${pathname.replace(/\/$/, '')}/${route}/${this.#platform}`
  }

  #text(code: PageText, facts: MessageFacts = {}): string {
    return renderProblem(
      {
        code,
        reason: null,
        platform: this.#platform,
        networkName: this.#networkName,
        userText: PAGE_TEXTS[code],
        facts,
      },
      this.#messages,
    )
  }
}

function isPageText(code: string): code is PageText {
  return Object.hasOwn(PAGE_TEXTS, code)
}

function hidden(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

function againParams(again: StartAgain | undefined): Readonly<Record<string, string>> {
  const { host, applicationState: state, expectConnectionId } = again ?? {}
  return {
    ...(host && { host }),
    ...(state && { state }),
    ...(expectConnectionId && { connection_id: expectConnectionId }),
  }
}
