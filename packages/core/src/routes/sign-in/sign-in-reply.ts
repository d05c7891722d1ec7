import { publishWarning } from '../../diagnostics/channels.js'
import type { RoutesSettings, SignInOutcome } from '../options.js'
import { type PageRefusal, pageOf, type StartAgain } from '../pages/sign-in-pages.js'
import { NO_SNIFFING, Reply } from '../reply.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'
import { messagesFor } from './visitor-messages.js'

/**
 * Headers of all sign-in replies. They prevent caching and leaks, because the URL contains a code and the body
 * contains personal data.
 */
const PRIVATE: Readonly<Record<string, string>> = Object.freeze({
  ...NO_SNIFFING,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
})

const NOT_ALLOWED =
  'finished returned a URL that is neither relative nor on one of redirectOrigins. The browser received the JSON instead.'

/** Returns the headers of a sign-in reply, with the cookie if one must be set. */
export function signInHeaders(cookie: string | null): Readonly<Record<string, string>> {
  return cookie === null ? PRIVATE : { ...PRIVATE, 'set-cookie': cookie }
}

/** Makes the reply with an outcome: a page for a browser, otherwise JSON, or the redirect that the application's `finished` requests. */
export async function answerOutcome(
  outcome: SignInOutcome,
  context: {
    readonly settings: RoutesSettings
    readonly request: RouteRequest
    readonly cookie: string | null
    /** Reply to a failed sign-in. */
    readonly failure?: Reply
    readonly again?: StartAgain | undefined
    readonly refusal?: PageRefusal | undefined
  },
): Promise<Reply> {
  const { settings, request, cookie, failure } = context
  const headers = signInHeaders(cookie)
  const { finished } = settings
  const url = finished ? await callHost('finished', outcome.platform, () => finished(outcome, request)) : null
  if (typeof url === 'string') {
    if (isAllowed(url, settings.redirectOrigins))
      return Reply.redirect(url, request.method === 'GET' ? 302 : 303, headers)
    // The URL may contain input of the visitor, so the application is not at fault. The browser gets JSON instead.
    publishWarning({ platform: outcome.platform, message: NOT_ALLOWED })
  }
  const reply =
    outcome.step === 'FAILED'
      ? (failure ?? Reply.forError(outcome.error, await messagesFor(settings, request)))
      : Reply.json(toWire(outcome))
  const { status } = reply
  const page = await pageOf(outcome, {
    settings,
    request,
    status,
    again: context.again,
    refusal: context.refusal,
  })
  return { ...(page ?? reply), headers: { ...headers, ...reply.headers, ...page?.headers } }
}

function isAllowed(target: string, origins: ReadonlySet<string>): boolean {
  // Browsers read "/\\" and "/<tab>/" as "//", which leads to another server. The base URL reveals such a path.
  const here = 'https://here.invalid'
  const url = URL.parse(target, here)
  if (!url) return false
  return url.origin === here ? target.startsWith('/') : origins.has(url.origin)
}

/** Returns the server's name for networks with many servers, otherwise nothing. */
function namedHost(host: string | null | undefined): { readonly host?: string } {
  return typeof host === 'string' && host !== '' ? { host } : {}
}

function toWire(outcome: Exclude<SignInOutcome, { step: 'FAILED' }>): Record<string, unknown> {
  if (outcome.step === 'CONNECTED')
    return {
      step: 'connected',
      connection_id: outcome.connection.id,
      platform: outcome.platform,
      account_name: outcome.connection.accountName,
      ...namedHost(outcome.connection.host),
      state: outcome.applicationState,
    }
  if (outcome.step === 'CHOOSE_ACCOUNT')
    return {
      step: 'choose_account',
      state: outcome.state,
      options: outcome.options.map(({ id, name, kind }) => ({ id, name, kind })),
    }
  return {
    step: 'ask_for_details',
    state: outcome.state,
    help_url: outcome.helpUrl,
    ...namedHost(outcome.host),
    fields: outcome.fields.map(({ name, label, secret, helpText }) => ({
      name,
      label,
      secret,
      help_text: helpText,
    })),
  }
}
