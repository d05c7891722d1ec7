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
import {
  DELIVERED,
  NO_SNIFFING,
  NOT_FOUND,
  problem,
  REFUSED,
  Reply,
  replyToNetwork,
  SETUP_REFUSED,
} from './reply.js'
import type { RouteRequest } from './request.js'
import { callHost, readable, toFailure } from './routes-failure.js'

const NOT_MOUNTED = problem(404, 'The webhook of this network is not set up here.')
/** `Retry-After` in seconds, for a message whose signature cannot be verified at the moment. Our choice. */
const RETRY_SECONDS = 30
const UNREADABLE = problem(400, 'The message could not be read.')

/**
 * Error if the application's secret is temporarily unavailable. The reply asks the network to send the message
 * again.
 */
class SecretOutage extends Error {
  readonly reply: Reply

  constructor(afterSeconds: number | null, cause: unknown) {
    super('The secret of the webhook is temporarily unavailable.', { cause })
    const seconds = String(Math.max(1, Math.ceil(afterSeconds ?? RETRY_SECONDS)))
    this.reply = problem(503, 'The signature cannot be verified at the moment. Send the message again.', {
      'retry-after': seconds,
    })
  }
}

/**
 * Calls the application's function for a secret. A temporary error becomes a `SecretOutage`. Any other error is a
 * mistake of the application.
 */
async function readSecret(source: () => WebhookSecret | Promise<WebhookSecret>, platform: string) {
  try {
    return await source()
  } catch (error) {
    const { todo, afterSeconds } = whatNext(error)
    if (todo !== 'RETRY') throw toFailure(error, { platform, part: 'secrets' })
    publishWarning({ platform, message: 'secrets failed: no webhook signature can be verified.', error })
    throw new SecretOutage(afterSeconds, error)
  }
}

/** Receives webhook messages. The signature is verified first. Then the updates are read and delivered. */
export class Webhooks {
  readonly #settings: RoutesSettings

  constructor(settings: RoutesSettings) {
    this.#settings = settings
  }

  /**
   * Verifies the signature of a webhook request, reads its updates, and delivers them one after another. Continues
   * after an update that failed.
   *
   * @throws Error for a mistake of the application, like `Routes.answer`. The error is created in this method to
   * avoid further promises. Webhooks are the most frequent requests, and each promise would slow them down by some
   * percent.
   */
  async receive(name: string, request: Pick<RouteRequest, 'body' | 'headers'>): Promise<Reply> {
    const { client, secrets } = this.#settings
    const { body, headers } = request
    try {
      const platform = client.platformFor(name)
      if (!platform.features.has('PUSH_UPDATES')) return replyToNetwork(neverPushes(platform))
      const source = secrets.get(name)
      if (source === undefined) return NOT_MOUNTED
      try {
        const secret = typeof source === 'function' ? await readSecret(source, name) : source
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

  /** Answers the request with which a network verifies a webhook URL once, during setup. */
  async checkSetup(name: string, request: Pick<RouteRequest, 'query'>): Promise<Reply> {
    const { client, setupTokens } = this.#settings
    const verifyToken = setupTokens.get(name)
    // Without a verify token only a network without a setup check continues, because its own error explains that.
    if (verifyToken === undefined && client.platformFor(name).answerSetupCheck) return NOT_MOUNTED
    try {
      const challenge = client.answerSetupCheck(name, readForm(request.query), {
        verifyToken: verifyToken ?? '',
      })
      const reply = Reply.text(challenge, 200, NO_SNIFFING)
      const contentType = client.platformFor(name).setupCheckType
      return contentType === undefined ? reply : { ...reply, contentType }
    } catch (error) {
      return SignatureError.is(error) ? SETUP_REFUSED : replyTo(error)
    }
  }

  /**
   * Answers one of a network's additional routes. The updates in its reply are delivered before the reply is sent.
   */
  async answerExtra(route: Extract<Route, { kind: 'extra' }>, request: RouteRequest): Promise<Reply> {
    const { client, secrets, baseUrl } = this.#settings
    const { platform: name, method, path } = route
    const platform = client.platformFor(name)
    const isListed = platform.extraRoutes?.some((one) => one.method === method && one.path === path)
    if (!isListed || !platform.handleExtraRoute) return NOT_FOUND
    const source = secrets.get(name)
    const { query, headers, body } = request
    let reply: ExtraRouteReply
    try {
      const secret = source === undefined ? null : await this.#secretOf(name, source)
      reply = await platform.handleExtraRoute({
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
    const busy = await this.#deliverAll(reply.updates ?? [], name)
    const { status, contentType } = reply
    return busy ?? { ...Reply.text(reply.body, status, NO_SNIFFING), contentType }
  }

  /** Returns the configured secret, or calls the application's function for it. */
  #secretOf(platform: string, source: SecretSource): WebhookSecret | Promise<WebhookSecret> {
    if (typeof source !== 'function') return source
    return readSecret(source, platform)
  }

  /**
   * Delivers every update, even after one has failed, because a network sends up to 1,000 updates in one request.
   *
   * @returns The reply if other workers hold updates and no other update failed. Null if all were handled.
   * @throws Error with every failure. The network then sends the request again.
   */
  async #deliverAll(updates: readonly Update[], platform: string): Promise<Reply | null> {
    if (updates.length === 0) return null
    const { deliver } = this.#settings
    if (!deliver)
      throw new ConfigError(
        'A network sent updates, but the routes have no deliver. Pass deliver: dispatcher.deliver.',
      )
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

  /** Delivers an update once for each connection that the application returns. */
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

  /**
   * Asks the application for the connections of an update. If the application returns none, the connection id stays
   * empty.
   */
  async #resolve(update: Update): Promise<readonly Update[]> {
    const { resolveConnection } = this.#settings
    if (!resolveConnection) return [update]
    const call = () => resolveConnection(update)
    const result: unknown = await callHost('resolveConnection', update.platform, call)
    const ids: readonly unknown[] = Array.isArray(result) ? result : [result]
    const known = ids.filter((id) => id !== undefined && id !== null && id !== '')
    if (known.length === 0) return [update]
    return known.map((connectionId) => {
      if (typeof connectionId !== 'string' || !connectionId.startsWith(`${update.platform}:`))
        throw new ConfigError(
          `resolveConnection must return the id of a connection of ${update.platform}, a list of ids, or null.`,
        )
      return makeUpdate({ ...update, raw: update.raw, envelope: update.envelope, connectionId })
    })
  }
}

/** If other workers hold the failed updates, replies with the time for a retry. Throws every other failure. */
function answerFailures(failures: readonly unknown[], count: number, platform: string): Reply {
  const [first] = failures
  if (failures.every((failure) => UpdateBusyError.is(failure))) return replyToNetwork(first)
  const all = `${failures.length} failures while ${count} updates of one request were delivered.`
  const error = failures.length === 1 ? first : new AggregateError(failures.map(readable), all)
  throw toFailure(error, { platform, part: 'deliver' })
}

/** Converts an error of the network or of a visitor to a reply. Throws mistakes of the application. */
function replyTo(error: unknown): Reply {
  if (!SocialBaseError.is(error) || ConfigError.is(error)) throw error
  return replyToNetwork(error)
}

function neverPushes(platform: Platform): NotSupportedError {
  return new NotSupportedError({
    platform: platform.name,
    what: 'pushed updates',
    suggestion: howToPoll(platform),
  })
}
