import type { LoginCall, LoginRequest, LoginStep, Platform } from '../../contract/index.js'
import { traceOperation } from '../../diagnostics/channels.js'
import { setNetworkName } from '../../errors/base.js'
import { AuthError, ConfigError, InvalidHostError, NotSupportedError } from '../../errors/index.js'
import { cleanHost } from '../../http/guard/address.js'
import { Deadline } from '../../http/time/deadline.js'
import { AppCredentials, type AppRegistration, hide } from '../../models/index.js'
import { randomState } from '../../oauth2/state.js'
import { answerWithin } from '../../storage/answer-within.js'
import { underLock } from '../../storage/under-lock.js'
import { untilAborted } from '../../tokens/single-flight.js'
import { supporting } from '../account/abilities.js'
import { assertText } from '../arguments.js'
import { makeLoginCall, warn } from '../call.js'
import type { ClientParts } from '../client-parts.js'
import type {
  CallOptions,
  ChooseOptions,
  CreateAppOptions,
  FinishLoginOptions,
  StartLoginOptions,
} from '../types.js'
import { CREATE_APP_NAMES, LOGIN_NAMES, assertRecord, readLoginOptions } from './login-arguments.js'
import { asNetworkError } from './unusable-account.js'

/**
 * Lease of an app registration in seconds. If a process dies while it registers an app, another process can register
 * an app after this time.
 */
const REGISTRATION_LEASE_SECONDS = 60

/** Signs people in and registers apps, for one client. */
export class SignIn {
  readonly #client: ClientParts

  constructor(client: ClientParts) {
    this.#client = client
  }

  start(name: string, given: StartLoginOptions): Promise<LoginStep> {
    const options = readLoginOptions(given, 'startLogin', LOGIN_NAMES)
    return this.#step(name, 'startLogin', options, (platform, login, call) =>
      platform.startLogin(login, call),
    )
  }

  finish(name: string, given: FinishLoginOptions): Promise<LoginStep> {
    const options = readLoginOptions(given, 'finishLogin', [...LOGIN_NAMES, 'callback', 'remember'])
    assertRecord(options.callback, 'finishLogin: callback', 'the query parameters of the redirect')
    const remember = options.remember ?? {}
    return this.#step(name, 'finishLogin', options, (platform, login, call) =>
      platform.finishLogin({ ...login, remember }, options.callback, call),
    )
  }

  choose(name: string, given: ChooseOptions): Promise<LoginStep> {
    const options = readLoginOptions(given, 'choose', [
      ...LOGIN_NAMES,
      'accountId',
      'resumeToken',
      'remember',
    ])
    assertText(options.accountId, 'choose: accountId')
    assertText(options.resumeToken, 'choose: resumeToken')
    const { accountId, resumeToken, remember = {} } = options
    // The platform is checked before the app is read. Otherwise a network without a choice of accounts would report
    // a missing app.
    const chooser = supporting(this.#client.platformFor(name), 'resumeLogin')
    return this.#step(name, 'choose', options, (_platform, login, call) =>
      chooser.resumeLogin(login, { resumeToken, accountId, remember }, call),
    )
  }

  async hasApp(name: string, host: string | null): Promise<boolean> {
    const platform = this.#client.platformFor(name)
    if (host !== null) assertText(host, 'hasApp: host')
    if (platform.features.has('NEEDS_NO_APP')) return true
    const { clock, storage, engine } = this.#client
    engine.assertOpen()
    return (await answerWithin(storage.getApp(name, host), { clock, what: 'storage.getApp' })) !== null
  }

  async createApp(name: string, given: CreateAppOptions): Promise<AppCredentials> {
    const options = readLoginOptions(given, 'createApp', CREATE_APP_NAMES)
    const platform = this.#client.platformFor(name)
    if (!platform.features.has('CREATE_APP')) throw noAppCreation(platform)
    assertText(options.name, 'createApp: name')
    const host = this.#host(platform, options)
    const { name: title, redirectUri, scopes = [], website = null } = options
    const registration = { name: title, redirectUri, scopes }
    return this.#within(name, 'createApp', options, async (deadline) => {
      const { storage, locks, clock } = this.#client
      const find = async (): Promise<AppCredentials | null> => {
        const stored = options.again === true ? null : await this.#findApp(name, host, deadline)
        return stored !== null && isRegisteredAs(stored, registration) ? stored : null
      }
      const known = await find()
      if (known !== null) return known
      const call = makeLoginCall(this.#client.callParts, platform, 'createApp', deadline, null)
      const register = async (): Promise<AppCredentials> => {
        const made = await supporting(platform, 'createApp').createApp(
          { ...registration, host, website },
          call,
        )
        const { clientId, clientSecret } = made
        const app = new AppCredentials({
          platform: name,
          host: made.host,
          clientId,
          clientSecret,
          registration,
        })
        await answerWithin(storage.saveApp(app), { clock, what: 'storage.saveApp', platform: name })
        return app
      }
      // If several processes start together, only one registers an app. The other processes wait for the lock, and
      // then read the saved app.
      return underLock(async () => (await find()) ?? (await register()), {
        locks,
        clock,
        key: `app:${name}:${host ?? ''}`,
        leaseSeconds: REGISTRATION_LEASE_SECONDS,
        signal: deadline.signal,
        warn: (message) => warn(name, message),
      })
    })
  }

  async #step(
    name: string,
    operation: string,
    options: StartLoginOptions,
    take: (platform: Platform, login: LoginRequest, call: LoginCall) => Promise<LoginStep>,
  ): Promise<LoginStep> {
    const platform = this.#client.platformFor(name)
    const host = this.#host(platform, options)
    return this.#within(name, operation, options, async (deadline) => {
      const app = await this.#app(platform, host, deadline)
      const login: LoginRequest = {
        redirectUri: options.redirectUri,
        scopes: options.scopes ?? [],
        host,
        state: options.state ?? randomState(this.#client.callParts.random),
        app,
        hints: options.hints ?? {},
      }
      const call = makeLoginCall(this.#client.callParts, platform, operation, deadline, app)
      const step = await take(platform, login, call).catch((error: unknown) => {
        throw asNetworkError(error, name)
      })
      return this.#completeStep(step, options)
    })
  }

  /** Returns the normalized server name. @throws InvalidHostError for a text that a person typed wrongly. */
  #host(platform: Platform, { host }: { readonly host?: string | null | undefined }): string | null {
    if (host === undefined || host === null) return null
    const { allowLoopback } = this.#client.callParts
    try {
      return cleanHost(host, { platform: platform.name, allowLoopback })
    } catch (cause) {
      if (!ConfigError.is(cause)) throw cause
      throw new InvalidHostError(cause.message, { platform: platform.name, cause })
    }
  }

  /** Saves the connection of a finished sign-in, and hides the secret fields of the step from logs. */
  async #completeStep(step: LoginStep, options: StartLoginOptions): Promise<LoginStep> {
    switch (step.step) {
      case 'FINISHED': {
        const { connection } = step
        if (options.expectConnectionId !== undefined && options.expectConnectionId !== connection.id)
          throw new AuthError(
            `Another account signed in: expected ${options.expectConnectionId}, got ${connection.id}. Nothing was saved; sign in with the same account.`,
            { platform: connection.platform, reason: 'OTHER_ACCOUNT' },
          )
        await this.#client.keeper.replace(connection)
        return Object.freeze({ step: step.step, connection })
      }
      case 'CHOOSE_ACCOUNT':
        return hidden(step, 'resumeToken')
      default:
        return hidden(step, 'remember')
    }
  }

  async #app(platform: Platform, host: string | null, deadline: Deadline): Promise<AppCredentials | null> {
    if (platform.features.has('NEEDS_NO_APP')) return null
    const app = await this.#findApp(platform.name, host, deadline)
    if (app !== null) return app
    if (host === null && platform.features.has('CREATE_APP'))
      throw new ConfigError(
        `${platform.name} requires the server of the account. Ask the person for it, and pass it as host: { host: 'social.example' }. Each server requires an app: use client.createApp or Storage.saveApp.`,
        { platform: platform.name },
      )
    const where = host === null ? '' : ` on ${host}`
    const how = platform.features.has('CREATE_APP')
      ? 'Register one with client.createApp, or save yours with Storage.saveApp.'
      : `Create one at ${platform.developerPortal ?? 'the network'} and save it with Storage.saveApp.`
    throw new ConfigError(
      [`No app is stored for ${platform.name}${where}.`, how, platform.missingAppAdvice]
        .filter(Boolean)
        .join(' '),
      { platform: platform.name },
    )
  }

  /** Reads the stored app. The time is limited, because the caller may hold the lock for registering an app. */
  #findApp(platform: string, host: string | null, { signal }: Deadline): Promise<AppCredentials | null> {
    const { storage, clock } = this.#client
    return answerWithin(storage.getApp(platform, host), { clock, what: 'storage.getApp', platform, signal })
  }

  /**
   * Runs work within one deadline for the whole step. After an abort the caller stops waiting, but a save that has
   * started still completes.
   */
  async #within<T>(
    name: string,
    operation: string,
    options: CallOptions,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { clock, deadlineSeconds } = this.#client
    options.signal?.throwIfAborted()
    this.#client.engine.assertOpen()
    const deadline = new Deadline({
      clock,
      platform: name,
      seconds: options.deadlineSeconds ?? deadlineSeconds,
      ...(options.signal && { signal: options.signal }),
    })
    try {
      const facts = { platform: name, connectionId: null, operation }
      return await traceOperation(facts, () => untilAborted(work(deadline), deadline.signal))
    } catch (error) {
      setNetworkName(error, this.#client.platformFor(name).displayName)
      throw error
    } finally {
      deadline.end()
    }
  }
}

/**
 * Returns true if a new registration would produce the same app. Returns false for an app that was created by hand,
 * because it has no registration data.
 */
function isRegisteredAs({ registration }: AppCredentials, wanted: AppRegistration): boolean {
  if (registration === null || registration === undefined) return false
  return (
    registration.name === wanted.name &&
    registration.redirectUri === wanted.redirectUri &&
    registration.scopes.toSorted().join(' ') === wanted.scopes.toSorted().join(' ')
  )
}

function hidden<S extends LoginStep>(step: S, secret: string): S {
  const copy = { ...step }
  hide(copy, secret, copy[secret as keyof S]) // safe cast: the caller passes the name of one of the step's fields
  return Object.freeze(copy)
}

function noAppCreation(platform: Platform): NotSupportedError {
  const suggestion = platform.features.has('NEEDS_NO_APP')
    ? 'The network needs no app: people sign in without one.'
    : `Create the app at ${platform.developerPortal ?? 'the network'}, then save its credentials with Storage.saveApp.`
  return new NotSupportedError({ platform: platform.name, what: 'registering an app', suggestion })
}
