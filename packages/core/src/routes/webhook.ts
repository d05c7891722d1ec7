import { howToPoll } from '../client/account/abilities.js'
import type { ExtraRouteReply, Platform, WebhookSecret } from '../contract/index.js'
import { publishWarning } from '../diagnostics/channels.js'
import {
  ConfigError,
  NotSupportedError,
  SignatureError,
  SocialBaseError,
  UpdateBusyError,
  whatNext,
} from '../errors/index.js'
import { makeUpdate, type Update } from '../models/index.js'
import type { RoutesSettings, SecretSource } from './options.js'
import { readForm } from './readers/form.js'
import type { Route } from './readers/path.js'
import { DELIVERED, NO_SNIFFING, NOT_FOUND, problem, REFUSED, Reply, SETUP_REFUSED } from './reply.js'
import type { RouteRequest } from './request.js'
import { callHost, readable, toFailure } from './routes-failure.js'

const NOT_MOUNTED = problem(404, 'Nothing is received from this network here.')
/** `Retry-After` in seconds, for a message whose signature cannot be verified right now. Our choice. */
const RETRY_SECONDS = 30
const UNREADABLE = problem(400, 'The message could not be read.')

/** The application cannot have its secret right now; the network is asked to send the message again. */
class SecretOutage extends Error {
  readonly reply: Reply

  constructor(afterSeconds: number | null, cause: unknown) {
    super('The secret of the webhook cannot be had right now.', { cause })
    const seconds = String(Math.max(1, Math.ceil(afterSeconds ?? RETRY_SECONDS)))
    this.reply = problem(503, 'The signature cannot be verified right now. Send the message again.', {
      'retry-after': seconds,
    })
  }
}

/** Asks the application for its secret: what passes by itself is an outage, whatever else it throws a mistake. */
async function askFor(source: () => WebhookSecret | Promise<WebhookSecret>, platform: string) {
  try {
    return await source()
  } catch (error) {
    const { todo, afterSeconds } = whatNext(error)
    if (todo !== 'RETRY') throw toFailure(error, { platform, part: 'secrets' })
    publishWarning({ platform, message: 'secrets failed: no webhook signature can be verified.', error })
    throw new SecretOutage(afterSeconds, error)
  }
}

/** Receives webhooks: the signature is verified first, then the message is read, then delivered. */
export class Webhooks {
  readonly #settings: RoutesSettings

  constructor(settings: RoutesSettings) {
    this.#settings = settings
  }

  /**
   * Verifies the signature of a webhook request, reads it and delivers every update of it, one after another, also after
   * one that failed.
   *
   * @throws Error for a mistake of the application, as `Routes.answer` does. It is made here, not around the promise of
   *   this method: nothing comes as often as webhooks, and each further promise would cost them some percent.
   */
  async receive(name: string, request: Pick<RouteRequest, 'body' | 'headers'>): Promise<Reply> {
    const { client, secrets } = this.#settings
    const { body, headers } = request
    try {
      const platform = client.platformFor(name)
      if (!platform.features.has('PUSH_UPDATES')) return Reply.forError(neverPushes(platform))
      const source = secrets.get(name)
      if (source === undefined) return NOT_MOUNTED
      try {
        const secret = typeof source === 'function' ? await askFor(source, name) : source
        await client.checkSignature(name, body, headers, { secret })
      } catch (error) {
        if (SignatureError.is(error)) return REFUSED
        return error instanceof SecretOutage ? error.reply : replyTo(error)
      }
      let updates: readonly Update[]
      try {
        updates =
          platform.readUpdates || !platform.readUpdate
            ? client.readUpdates(name, body, headers)
            : [platform.readUpdate(body, headers)]
      } catch (error) {
        return error instanceof SyntaxError ? UNREADABLE : replyTo(error)
      }
      return (await this.#deliverAll(updates, name)) ?? DELIVERED
    } catch (error) {
      throw toFailure(error, { platform: name })
    }
  }

  /** Answers the network's one-off setup check. */
  async checkSetup(name: string, request: Pick<RouteRequest, 'query'>): Promise<Reply> {
    const { client, setupTokens } = this.#settings
    const verifyToken = setupTokens.get(name)
    // Without a token only a network that asks nothing may answer: it says so itself.
    if (verifyToken === undefined && client.platformFor(name).answerSetupCheck) return NOT_MOUNTED
    try {
      const challenge = client.answerSetupCheck(name, readForm(request.query), {
        verifyToken: verifyToken ?? '',
      })
      return Reply.text(challenge, 200, NO_SNIFFING)
    } catch (error) {
      return SignatureError.is(error) ? SETUP_REFUSED : replyTo(error)
    }
  }

  /** Answers one of the routes a network adds; what it reports is delivered first. */
  async answerExtra(route: Extract<Route, { kind: 'extra' }>, request: RouteRequest): Promise<Reply> {
    const { client, secrets, baseUrl } = this.#settings
    const { platform: name, method, path } = route
    const platform = client.platformFor(name)
    const isListed = platform.extraRoutes?.some((one) => one.method === method && one.path === path)
    if (!isListed || !platform.handleExtraRoute) return NOT_FOUND
    const source = secrets.get(name)
    const { query, headers, body } = request
    let answer: ExtraRouteReply
    try {
      const secret = source === undefined ? null : await this.#secretOf(name, source)
      answer = await platform.handleExtraRoute({
        method,
        path,
        query: readForm(query),
        headers,
        body,
        secret,
        clock: client.clock,
        baseUrl,
      })
    } catch (error) {
      if (error instanceof SyntaxError) return UNREADABLE
      return error instanceof SecretOutage ? error.reply : replyTo(error)
    }
    const busy = await this.#deliverAll(answer.updates ?? [], name)
    const { status, contentType } = answer
    return busy ?? { ...Reply.text(answer.body, status, NO_SNIFFING), contentType }
  }

  /** The secret that was given, or what the application's function answers. */
  #secretOf(platform: string, source: SecretSource): WebhookSecret | Promise<WebhookSecret> {
    if (typeof source !== 'function') return source
    return askFor(source, platform)
  }

  /**
   * Delivers every update, also after one that failed: a network sends up to 1,000 in one request.
   *
   * @returns The answer when other workers hold updates and no other update failed; null when all were handled.
   * @throws Error with every failure. The network then sends the request again.
   */
  async #deliverAll(updates: readonly Update[], platform: string): Promise<Reply | null> {
    if (updates.length === 0) return null
    const { deliver } = this.#settings
    if (!deliver) throw new ConfigError('A network reported something, but the routes have no deliver.')
    const failures: unknown[] = []
    for (const update of updates)
      try {
        if (update.connectionId === '') await this.#deliverToOwners(update, deliver, failures)
        else await deliver(update)
      } catch (error) {
        failures.push(error)
      }
    return failures.length === 0 ? null : answerFailures(failures, updates.length, platform)
  }

  /** Delivers an update once for each account that the application names. */
  async #deliverToOwners(
    update: Update,
    deliver: (update: Update) => void | Promise<void>,
    failures: unknown[],
  ): Promise<void> {
    let resolved: readonly Update[]
    try {
      resolved = await this.#resolve(update)
    } catch (error) {
      throw toFailure(error, { platform: update.platform })
    }
    for (const whole of resolved)
      try {
        await deliver(whole)
      } catch (error) {
        failures.push(error)
      }
  }

  /** Asks the application whose account it is. Nothing is guessed: without an answer the id stays empty. */
  async #resolve(update: Update): Promise<readonly Update[]> {
    const { resolveConnection } = this.#settings
    if (!resolveConnection) return [update]
    const ask = () => resolveConnection(update)
    const answer: unknown = await callHost('resolveConnection', update.platform, ask)
    const ids: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    const known = ids.filter((id) => id !== undefined && id !== null && id !== '')
    if (known.length === 0) return [update]
    return known.map((connectionId) => {
      if (typeof connectionId !== 'string' || !connectionId.startsWith(`${update.platform}:`))
        throw new ConfigError(
          `resolveConnection must answer with the id of a connection of ${update.platform}, a list of them, or null.`,
        )
      return makeUpdate({ ...update, raw: update.raw, envelope: update.envelope, connectionId })
    })
  }
}

/** Answers updates that other workers hold with their retry time; raises every other failure. */
function answerFailures(failures: readonly unknown[], count: number, platform: string): Reply {
  const [first] = failures
  if (failures.every((failure) => UpdateBusyError.is(failure))) return Reply.forError(first)
  const all = `${failures.length} failures while ${count} updates of one request were delivered.`
  const error = failures.length === 1 ? first : new AggregateError(failures.map(readable), all)
  throw toFailure(error, { platform, part: 'deliver' })
}

/** What the network or a visitor did wrong is answered; the application's own mistakes are raised. */
function replyTo(error: unknown): Reply {
  if (!SocialBaseError.is(error) || ConfigError.is(error)) throw error
  return Reply.forError(error)
}

function neverPushes(platform: Platform): NotSupportedError {
  return new NotSupportedError({
    platform: platform.name,
    what: 'pushed updates',
    suggestion: howToPoll(platform),
  })
}
