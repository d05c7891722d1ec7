import type { LoginNotes, LoginStep } from '../../contract/index.js'
import { publishWarning } from '../../diagnostics/channels.js'
import {
  AuthError,
  ConfigError,
  InvalidHostError,
  NetworkError,
  PlatformError,
  SocialBaseError,
} from '../../errors/index.js'
import { randomState } from '../../oauth2/state.js'
import type { RoutesSettings } from '../options.js'
import { type PageRefusal, pageOf, type StartAgain } from '../pages/sign-in-pages.js'
import { readParams } from '../readers/form.js'
import { problem, Reply } from '../reply.js'
import type { Params, RouteRequest } from '../request.js'
import { BrowserBinding } from './browser-binding.js'
import { missingCookie, redirectToGet } from './returning-browser.js'
import { SignInNotes } from './sign-in-notes.js'
import { answerOutcome, signInHeaders } from './sign-in-reply.js'
import { readStart, type StartRefusal, UNUSABLE_SERVER } from './sign-in-start.js'

/** A sign-in in progress, at the current step. */
interface Progress {
  readonly stage: 'START' | 'CALLBACK' | 'CHOICE'
  readonly platform: string
  readonly state: string
  readonly notes: LoginNotes
  readonly request: RouteRequest
  /** The `set-cookie` header that the reply sends while the sign-in continues. */
  readonly cookie: string | null
}

const UNREADABLE = problem(400, 'The request could not be read.')
const UNKNOWN_STATE =
  'This sign-in is unknown: it took longer than ten minutes, was already used, or was started in another browser. Start again.'

/** Signs people in over the web. The steps are the routes `connect`, `callback` and `choose`. */
export class SignIn {
  readonly #settings: RoutesSettings
  readonly #binding: BrowserBinding
  readonly #notes: SignInNotes

  constructor(settings: RoutesSettings) {
    const { client, memory, redirectUri, baseUrl } = settings
    this.#settings = settings
    this.#binding = new BrowserBinding(settings.bind, { random: client.random, redirectUri, baseUrl })
    this.#notes = new SignInNotes(memory, this.#binding, client.clock)
  }

  /** Redirects a person to the network, or returns a form to show. */
  async start(platform: string, request: RouteRequest): Promise<Reply> {
    const { client, scopes } = this.#settings
    const params = readParams(request)
    if (!params) return this.#refuse(platform, { request, failure: UNREADABLE })
    const start = await readStart(client, client.platformFor(platform), params)
    if (typeof start === 'string')
      return this.#refuse(platform, {
        request,
        failure: problem(400, start),
        refusal: start === UNUSABLE_SERVER ? 'server' : 'request',
      })
    if ('problem' in start) return this.#reportMisconfigured(start, platform, { request, params })
    const { host, hints, applicationState, expectConnectionId } = start

    const state = randomState(client.random)
    const bound = await this.#binding.begin(state, request)
    if (!bound)
      return this.#refuse(platform, {
        request,
        failure: problem(400, 'This browser has no session to bind the sign-in to.'),
      })
    const notes: LoginNotes = {
      platform,
      host,
      scopes: scopes.get(platform) ?? [],
      redirectUri: this.#settings.redirectUri.replaceAll('{platform}', platform),
      remember: {},
      applicationState,
      resumeToken: null,
      expectConnectionId,
      browser: bound.browser,
    }
    const progress: Progress = { stage: 'START', platform, state, notes, request, cookie: bound.cookie }
    return this.#take(progress, () => client.startLogin(platform, { ...stepOptions(progress), hints }))
  }

  /** Continues a sign-in after the network or a form has sent the person back. */
  async finish(platform: string, request: RouteRequest): Promise<Reply> {
    const params = readParams(request)
    if (!params) return this.#refuse(platform, { request, failure: UNREADABLE })
    const state = params['state'] ?? ''
    const stage = 'CALLBACK'
    const taken = await this.#notes.take(state, { platform, stage, request })
    if (!taken.found) {
      const again = taken.browser === 'NO_COOKIE' ? redirectToGet(request, params) : null
      if (again !== null) return again
      if (taken.browser === 'NO_COOKIE')
        publishWarning({ platform, message: missingCookie(this.#settings.redirectUri) })
      return this.#unknown(platform, request)
    }
    const progress: Progress = { stage, platform, state, notes: taken.notes, request, cookie: null }
    const { remember } = taken.notes
    return this.#take(progress, () =>
      this.#settings.client.finishLogin(platform, { ...stepOptions(progress), callback: params, remember }),
    )
  }

  /** Continues a sign-in after the person has chosen an account. */
  async choose(platform: string, request: RouteRequest): Promise<Reply> {
    const params = readParams(request)
    if (!params) return this.#refuse(platform, { request, failure: UNREADABLE })
    const accountId = params['account_id']
    if (accountId === undefined)
      return this.#refuse(platform, {
        request,
        failure: problem(400, 'account_id is missing: the id of the chosen account.'),
      })
    const state = params['state'] ?? ''
    const stage = 'CHOICE'
    const taken = await this.#notes.take(state, { platform, stage, request })
    if (!taken.found) return this.#unknown(platform, request)
    const progress: Progress = { stage, platform, state, notes: taken.notes, request, cookie: null }
    const { remember, resumeToken } = taken.notes
    return this.#take(progress, () =>
      this.#settings.client.choose(platform, {
        ...stepOptions(progress),
        accountId,
        resumeToken: resumeToken ?? '',
        remember,
      }),
    )
  }

  /** Performs one step of a sign-in. If the network is unavailable, the person can repeat the step. */
  async #take(progress: Progress, take: () => Promise<LoginStep>): Promise<Reply> {
    let step: LoginStep
    try {
      step = await take()
    } catch (error) {
      if (InvalidHostError.is(error) || this.#isUnusableServer(error, progress))
        return this.#refuse(progress.platform, {
          request: progress.request,
          failure: problem(400, UNUSABLE_SERVER),
          refusal: 'server',
          again: progress.notes,
        })
      if (!SocialBaseError.is(error)) throw error
      const { stage, platform, state, notes, request } = progress
      if (ConfigError.is(error)) {
        // Without `finished` the error is thrown, so that the framework logs it.
        if (!this.#settings.finished) throw error
        publishWarning({ platform, message: error.message, error })
      }
      const again = stage !== 'START' && isOutage(error)
      if (again) await this.#notes.keep(state, notes)
      const cookie = again || stage === 'START' ? null : this.#binding.end(state)
      const { applicationState } = notes
      return answerOutcome(
        { step: 'FAILED', platform, error, applicationState },
        { settings: this.#settings, request, cookie, again: notes },
      )
    }
    return this.#answerStep(step, progress)
  }

  async #answerStep(step: LoginStep, progress: Progress): Promise<Reply> {
    const { platform, state, notes, request, cookie } = progress
    const { applicationState } = notes
    const context = { settings: this.#settings, request, cookie }
    switch (step.step) {
      case 'FINISHED':
        return answerOutcome(
          { step: 'CONNECTED', platform, connection: step.connection, applicationState },
          { ...context, cookie: this.#binding.end(state) },
        )
      case 'CHOOSE_ACCOUNT':
        await this.#notes.keep(state, { ...notes, resumeToken: step.resumeToken })
        return answerOutcome(
          { step: 'CHOOSE_ACCOUNT', platform, options: step.options, state, applicationState },
          context,
        )
      case 'ASK_FOR_DETAILS':
      case 'SEND_TO_NETWORK':
        break
    }
    if (step.state !== state)
      throw new ConfigError(
        `${platform} replaced the state of the sign-in. A platform must use the given state, because that one cannot be guessed.`,
        { platform },
      )
    await this.#notes.keep(state, { ...notes, remember: step.remember, resumeToken: null })
    if (step.step === 'SEND_TO_NETWORK')
      return Reply.redirect(step.url, request.method === 'GET' ? 302 : 303, signInHeaders(cookie))
    const { fields, helpUrl, host } = step
    const named = typeof host === 'string' && { host }
    return answerOutcome(
      { step: 'ASK_FOR_DETAILS', platform, fields, helpUrl, ...named, state, applicationState },
      context,
    )
  }

  /** Replies to a request that is no step of a sign-in. The application is not notified. */
  async #refuse(
    platform: string,
    {
      request,
      failure,
      refusal = 'request',
      again,
    }: {
      readonly request: RouteRequest
      readonly failure: Reply
      readonly refusal?: PageRefusal
      readonly again?: StartAgain
    },
  ): Promise<Reply> {
    const { status } = failure
    const error = new AuthError('The sign-in was refused.', { platform })
    const page = await pageOf(
      { step: 'FAILED', platform, error, applicationState: null },
      { settings: this.#settings, request, status, refusal, again },
    )
    return page ? { ...page, headers: { ...signInHeaders(null), ...page.headers } } : failure
  }

  /** Reports a configuration mistake to the application. The visitor sees no details. */
  #reportMisconfigured(
    { error, problem: message }: StartRefusal,
    platform: string,
    { request, params }: { readonly request: RouteRequest; readonly params: Params },
  ): Promise<Reply> {
    publishWarning({ platform, message: error.message, error })
    return answerOutcome(
      { step: 'FAILED', platform, error, applicationState: params['state'] ?? null },
      {
        settings: this.#settings,
        request,
        cookie: null,
        failure: problem(400, message),
        refusal: 'server',
        again: {
          host: null,
          applicationState: params['state'] ?? null,
          expectConnectionId: params['connection_id'] ?? null,
        },
      },
    )
  }

  /**
   * Returns true if the platform refused the server that the visitor named. Without an app only the platform can
   * check a server, so its error is about the visitor's input.
   */
  #isUnusableServer(error: unknown, { stage, platform, notes }: Progress): boolean {
    if (stage !== 'START' || notes.host === null || !ConfigError.is(error)) return false
    return this.#settings.client.platformFor(platform).features.has('NEEDS_NO_APP')
  }

  /** Replies to every sign-in that cannot continue. The reply is the same for every reason. */
  #unknown(platform: string, request: RouteRequest): Promise<Reply> {
    const error = new AuthError(UNKNOWN_STATE, { platform, reason: 'SIGN_IN_EXPIRED' })
    return answerOutcome(
      { step: 'FAILED', platform, error, applicationState: null },
      { settings: this.#settings, request, cookie: null, failure: problem(400, UNKNOWN_STATE) },
    )
  }
}

function isOutage(error: SocialBaseError): boolean {
  return NetworkError.is(error) || (PlatformError.is(error) && (error.statusCode ?? 0) >= 500)
}

/** Returns the options that must be the same in every step of a sign-in. */
function stepOptions({ notes, state }: Progress) {
  const { redirectUri, scopes, host, expectConnectionId } = notes
  return { redirectUri, scopes, host, state, ...(expectConnectionId !== null && { expectConnectionId }) }
}
