import { AuthError, NotFoundError, RateLimitError, type SocialBaseError } from '../../errors/index.js'
import type { Connection, Finish } from '../../models/index.js'
import type { EngineParts, HttpBinding, ReservedUnits } from '../binding.js'
import { type ParsedReply, parseReply } from '../readers/reply.js'
import type { UnsignedRequest } from '../requests/outgoing-request.js'
import { asksForNonce, noteNonce, signRequest } from '../requests/signing.js'
import type { OutgoingRequest, RequestCost, RetryRule, TransportResponse, RequestPace } from '../types.js'
import { diedOnReusedSocket, toAttemptError } from './attempt-error.js'
import { type AttemptContext, sendAttempt } from './attempt.js'
import { billedUnits } from './billed-units.js'
import {
  errorOfReply,
  type AttemptedRequest,
  readSuccess,
  type ReadReply,
  redactorFor,
} from './interpret-reply.js'
import { isOfMinutes, secondsAskedFor, tooLongToWait } from './requested-wait.js'
import { isHarmlessAgain, isOutage, mayRepeatAnswered, mayRepeatLost } from './retry-policy.js'
import {
  assertNotInFinish,
  type Fate,
  fateOfLoss,
  fateOfRefusal,
  assertRecorder,
  type PublishRecorder,
} from './visible-request.js'

/** Runs one request: signs, sends, reads the response, renews a refused token, waits and retries. */
export class RequestRun implements AttemptedRequest {
  readonly context: AttemptContext
  readonly #parts: EngineParts
  readonly #binding: HttpBinding
  readonly request: UnsignedRequest
  readonly withAuth: boolean
  readonly #rule: RetryRule
  readonly #bucket: string
  /** Recorder for the request that makes a post visible. Null for any other request. */
  readonly #recorder: PublishRecorder | null
  /** True if this request can be repeated after its socket died without a response. */
  readonly #isHarmlessAgain: boolean
  /** Units reserved for the latest attempt. Null if no spending limit applies. */
  #room: ReservedUnits | null = null
  #attempts = 0
  #failures = 0
  #hasRenewed = false
  #hasNewNonce = false
  #hasLostReusedSocket = false

  /** True if an earlier attempt may have taken effect at the network. */
  #mayHaveTakenEffect = false

  constructor(
    context: AttemptContext,
    request: UnsignedRequest,
    { withAuth, isDeletion }: { readonly withAuth: boolean; readonly isDeletion: boolean },
  ) {
    const { parts, binding, options } = context
    const { method } = request
    if (binding.publish) assertNotInFinish(binding.publish, binding.platform.name)
    this.context = context
    this.#parts = parts
    this.#binding = binding
    this.request = request
    this.withAuth = withAuth
    const isHarmless = method === 'GET' || method === 'HEAD' || isDeletion
    this.#rule = options.retry ?? (isHarmless ? 'always' : 'unsent')
    this.#bucket = binding.platform.http?.rateLimitKey?.(request) ?? ''
    this.#recorder =
      options.finish === undefined ? null : assertRecorder(binding.publish, binding.platform.name)
    this.#isHarmlessAgain = this.#recorder === null && isHarmlessAgain(this.#rule, request)
    const isWrite = this.#recorder === null && options.retry !== 'always' && options.readsOnly !== true
    if (isWrite) binding.publish?.noteWrite(method)
    if (method !== 'GET' && method !== 'HEAD' && options.readsOnly !== true) binding.publish?.mayWrite?.()
  }

  /**
   * Sends the request until an attempt succeeds, and returns what `read` returns for its response.
   *
   * @param readGone - Only for a deletion. If an earlier attempt may already have deleted the
   * item, a "not found" counts as success, and `readGone` returns the result.
   */
  async run<T>(read: ReadReply<T>, readGone: ReadReply<T> | null = null): Promise<T> {
    const { cancellation, options } = this.context
    for (;;) {
      if (cancellation.aborted) throw cancellation.reason
      const connection = this.withAuth ? this.#binding.connection() : null
      const seconds = connection && this.#parts.memory.secondsUntilFree(connection.id, this.#bucket)
      if (seconds) await this.#waitForRoom(seconds)
      const pace = connection && this.#binding.platform.http?.pace?.(this.request)
      if (pace) await this.#keepPace(connection.id, pace)
      const signing = signRequest(this.request, connection, this.#parts, this.#binding)
      const sent = signing instanceof Promise ? await signing : signing
      // The application may have closed the client during a wait.
      this.#parts.assertOpen()
      if (options.cost !== undefined && this.#parts.spending !== null) await this.#reserve(options.cost)
      // The bytes are sent directly after this step. An error in an earlier step means that nothing was sent.
      const recorded = options.finish === undefined ? null : this.#begin(options.finish)
      if (recorded !== null) await recorded
      if (cancellation.aborted) {
        await this.#ended('NOT_SENT')
        await this.#room?.charge(0)
        throw cancellation.reason
      }
      this.#attempts += 1
      let response: TransportResponse
      try {
        response = await sendAttempt(sent, this.request, this.context, {
          attempt: this.#attempts,
          onNewSocket: this.#hasLostReusedSocket,
          recorder: this.#recorder,
          onProvenSocket: !this.#isHarmlessAgain,
        })
      } catch (thrown) {
        await this.#afterLoss(thrown, sent, connection)
        continue
      }
      const reply = parseReply(response, options.replyAs)
      const costNoted = this.#noteCost(reply)
      // The rate limit of a finished stream is not stored, because its header may be hours old.
      if (connection !== null && options.reader === undefined) this.#note(reply, connection)
      let error: SocialBaseError | null
      let result: T | undefined
      try {
        error = errorOfReply(this, reply, sent, connection)
        if (readGone !== null && this.#mayHaveTakenEffect && NotFoundError.is(error)) {
          result = readGone(reply, this.request)
          error = null
        } else if (error === null) result = readSuccess(this, read, reply, sent, connection)
      } catch (thrown) {
        // The response is unreadable, so it is unknown whether the request took effect.
        await this.#ended('OPEN')
        await costNoted
        throw thrown
      }
      if (error !== null) {
        const fate = fateOfRefusal(error)
        if (fate === 'OPEN') this.#mayHaveTakenEffect = true
        const ended = this.#ended(fate)
        if (ended !== null) await ended
        if (costNoted !== null) await costNoted
        // A request that may have made a post visible is repeated only with the retry rule `always`.
        if (this.#recorder !== null && fate === 'OPEN' && this.#rule !== 'always') throw error
        await this.#afterRefusal(error, reply, connection)
        continue
      }
      const ended = this.#ended(reply.status < 300 ? 'DONE' : 'OPEN')
      if (ended !== null) await ended
      if (costNoted !== null) await costNoted
      return result as T // safe cast: no error was found, so `result` was set above
    }
  }

  /**
   * Reserves units for the maximum cost of the attempt. @throws SpendingLimitError if the reservation would exceed the
   * limit.
   */
  async #reserve(cost: RequestCost): Promise<void> {
    const { platform } = this.#binding
    const { signal } = this.context.cancellation
    this.#room = (await this.#parts.spending?.reserve(platform.name, cost, signal)) ?? null
  }

  /**
   * Records that the request which makes the post visible is about to be sent. If the recorder refuses, the reserved
   * units are released. Returns null if there is no promise to wait for.
   */
  #begin(finish: Finish): Promise<void> | null {
    const refuse = async (error: unknown): Promise<never> => {
      await this.#room?.charge(0)
      throw error
    }
    try {
      return this.#recorder?.begin(finish)?.catch(refuse) ?? null
    } catch (error) {
      return refuse(error)
    }
  }

  /** Reports the outcome of the latest attempt to the recorder. Returns null if there is no promise to wait for. */
  #ended(fate: Fate): Promise<void> | null {
    return this.#recorder?.end(fate) ?? null
  }

  /** Waits for a reset that is soon. @throws RateLimitError if the exhausted rate limit resets too late. */
  async #waitForRoom(seconds: number): Promise<void> {
    const { clock, policy } = this.#parts
    const { name: platform } = this.#binding.platform
    if (seconds > policy.maxWaitSeconds || seconds > this.#binding.deadline.remainingSeconds)
      throw new RateLimitError(
        `The rate limit of the account at ${platform} is exhausted. Retry in ${Math.ceil(seconds)} seconds.`,
        { platform, retryAfter: seconds },
      )
    await clock.sleep(policy.withSpread(seconds), { signal: this.context.cancellation.signal })
  }

  /** Waits until the request pace that the platform states allows another request. */
  async #keepPace(connectionId: string, pace: RequestPace): Promise<void> {
    for (;;) {
      const seconds = this.#parts.memory.takeRoom(connectionId, this.#bucket, pace)
      if (seconds <= 0) return
      await this.#waitForRoom(seconds)
    }
  }

  #note(reply: ParsedReply, connection: Connection): void {
    const { clock, memory } = this.#parts
    const { readRateLimit } = this.#binding.platform.http ?? {}
    if (readRateLimit === undefined) memory.noteReply(connection.id, this.#bucket, reply.headers)
    else {
      const state = readRateLimit(reply, {
        request: this.request,
        now: clock.now(),
        accountId: connection.accountId,
      })
      if (state !== null) memory.noteState(connection.id, this.#bucket, state)
    }
    this.#parts.times.note(this.request.origin, reply.headers)
    noteNonce(this.#parts, this.request.origin, connection, reply)
    this.#binding.onAnswer?.()
  }

  /**
   * Records the cost that the network billed, or the full cost if the response was lost. Returns null if there is no
   * promise to wait for.
   */
  #noteCost(reply: ParsedReply | null): Promise<void> | null {
    const { cost } = this.context.options
    if (cost === undefined) return null
    const units = reply === null ? cost.units : billedUnits(cost, reply)
    const connection = this.#binding.connection()
    if (connection !== null && units > 0)
      this.#parts.memory.noteCost(connection.id, { units, bucket: cost.bucket })
    return this.#room?.charge(units) ?? null
  }

  async #afterLoss(thrown: unknown, sent: OutgoingRequest, connection: Connection | null): Promise<void> {
    const lost = toAttemptError(thrown, this.#binding.platform.name, this.request)
    const error = redactorFor(this, sent, connection).error(lost)
    const fate = fateOfLoss(thrown)
    if (fate === 'OPEN') this.#mayHaveTakenEffect = true
    const costNoted = fate === 'NOT_SENT' ? this.#room?.charge(0) : this.#noteCost(null)
    const ended = this.#ended(fate)
    if (ended !== null) await ended
    await costNoted
    if (this.context.cancellation.aborted) throw this.context.cancellation.reason
    const isLast = this.#attempts >= this.#parts.policy.attempts
    if (!this.#hasLostReusedSocket && diedOnReusedSocket(thrown) && this.#isHarmlessAgain && !isLast) {
      this.#hasLostReusedSocket = true
      return
    }
    if (!mayRepeatLost(this.#rule, error)) throw error
    await this.#waitToRepeat(error, null)
  }

  /** Waits until the request can be repeated. @throws The error if the request must not be repeated. */
  async #afterRefusal(
    error: SocialBaseError,
    reply: ParsedReply,
    connection: Connection | null,
  ): Promise<void> {
    if (connection !== null && !this.#hasNewNonce && asksForNonce(reply)) {
      this.#hasNewNonce = true
      return
    }
    const { renew } = this.#binding
    if (
      connection !== null &&
      renew !== null &&
      !this.#hasRenewed &&
      AuthError.is(error) &&
      error.tokenRefused
    ) {
      this.#hasRenewed = true
      // The token is renewed only if no other request of the same call has already renewed it.
      if (this.#binding.connection() === connection) await renew(connection)
      return
    }
    const now = this.#parts.clock.now()
    const requested = secondsAskedFor(error, reply, now)
    if (requested !== null && connection !== null && isOfMinutes(error, reply))
      this.#parts.memory.noteUsedUp(connection.id, this.#bucket, new Date(now.getTime() + requested * 1000))
    if (!isOutage(error) || !mayRepeatAnswered(this.#rule, reply, error)) throw error
    await this.#waitToRepeat(error, requested)
  }

  async #waitToRepeat(error: SocialBaseError, requested: number | null): Promise<void> {
    const { policy, clock } = this.#parts
    this.#parts.assertOpen()
    this.#failures += 1
    if (requested !== null && requested > policy.maxWaitSeconds)
      throw tooLongToWait(error, requested, this.#binding.platform.name)
    if (this.#failures >= policy.attempts) throw error
    const seconds = policy.waitAfter(this.#failures, requested)
    if (seconds > this.#binding.deadline.remainingSeconds) throw error
    await clock.sleep(seconds, { signal: this.context.cancellation.signal })
  }
}
