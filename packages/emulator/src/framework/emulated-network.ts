import { assertObject, wrongArgument } from './arguments.js'
import { type EmulatorClock, SettableClock } from './clock.js'
import { type ControlOf, type Operations, toControl } from './control/operations.js'
import { answerControl, isControlPath } from './control/routes.js'
import { Effects } from './effects.js'
import { changeReply } from './faults/change-reply.js'
import { Faults, type HitFault } from './faults/faults.js'
import { isHungUp } from './faults/no-reply.js'
import { type Captured, capture } from './log/capture.js'
import { type RecordDraft, RequestLog } from './log/request-log.js'
import { notesOf } from './log/request-notes.js'
import type { NetworkModule } from './module.js'
import type { Handler } from './router.js'
import { Seed } from './seed.js'

/** Response of the network, and the point at which the connection breaks, if a fault breaks it. */
export interface Exchange {
  readonly response: Response
  readonly cut: 'NOWHERE' | 'BEFORE_REPLY' | 'IN_THE_BODY'
  /** Headers in the spelling that the fault specifies. Null if the spelling does not matter. */
  readonly spelled: Readonly<Record<string, string>> | null
}

/** Options of an `EmulatedNetwork`. */
export interface EmulateOptions {
  /** Origin of the network's URLs. Required also if no HTTP server runs. */
  readonly origin: string
  /** Clock of the network. Default: a `SettableClock`, which tests can move. */
  readonly clock?: EmulatorClock | undefined
  readonly seed?: string | undefined
  /** Number of requests kept in the log. Default: 2,000. */
  readonly keepRequests?: number | undefined
  /** Sends the network's webhook requests. Default: sends them over HTTP. */
  readonly carryPush?: ((request: Request) => Promise<Response>) | undefined
}

const whole = (response: Response): Exchange => ({ response, cut: 'NOWHERE', spelled: null })
const LOST: Exchange = { response: new Response(null), cut: 'BEFORE_REPLY', spelled: null }

function statusReply(fault: Extract<HitFault['fault'], { readonly fault: 'status' }>): Exchange {
  const { body: given = '' } = fault
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  const type = typeof given === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  const spelled = {
    ...fault.headers,
    ...(fault.retryAfterSeconds !== undefined && { 'Retry-After': String(fault.retryAfterSeconds) }),
  }
  const headers = new Headers(spelled)
  if (body !== '' && !headers.has('content-type')) headers.set('content-type', type)
  const hasBody = fault.status !== 204 && fault.status !== 304
  return {
    response: new Response(hasBody ? body : null, { status: fault.status, headers }),
    cut: 'NOWHERE',
    spelled,
  }
}

/** Returns half of the `Content-Length`. Returns 1 if the request has no such header. */
const middleOf = ({ headers }: Request): number =>
  Math.max(1, Math.floor(Number(headers.get('content-length') ?? 2) / 2))

/**
 * Running emulated network without an HTTP server. The network handles requests, applies faults
 * and logs every request.
 */
export class EmulatedNetwork<O extends Operations = Operations> {
  readonly name: string
  readonly origin: string
  readonly clock: EmulatorClock
  /** Control operations of the network as functions. */
  readonly control: ControlOf<O>
  readonly operations: Operations
  readonly faults: Faults
  /** Visible effects of the requests. */
  readonly effects: Effects
  readonly log: RequestLog
  readonly #handler: Handler
  readonly #accountOf: (request: Request) => string | null
  readonly #close: () => void

  constructor(module: NetworkModule<string, O>, options: EmulateOptions) {
    assertObject(module, 'EmulatedNetwork: module')
    if (!('open' in module)) throw wrongArgument('EmulatedNetwork: module', 'what defineNetwork gave', module)
    assertObject(options, 'EmulatedNetwork: options')
    const { origin, clock = new SettableClock(), carryPush } = options
    this.effects = new Effects(module.name, () => clock.now())
    const { handler, operations, accountOf, close } = module.open({
      origin,
      clock,
      seed: new Seed(options.seed),
      effects: this.effects,
      carryPush,
    })
    this.name = module.name
    this.faults = new Faults(module.fieldReports)
    this.origin = origin
    this.clock = clock
    this.operations = operations
    this.control = toControl(operations)
    this.log = new RequestLog(options.keepRequests ?? 2000)
    this.#handler = handler
    this.#accountOf = accountOf ?? (() => null)
    this.#close = close ?? (() => {})
  }

  /** Cancels the network's timers and pending webhook requests. */
  close(): void {
    this.#close()
  }

  /**
   * Handles one request. The promise never rejects: an internal error results in a 500 response
   * with the error message.
   */
  async exchange(request: Request): Promise<Exchange> {
    const { pathname } = new URL(request.url)
    if (isControlPath(pathname)) return whole(await answerControl(request, this))
    // Browsers request this path for every page, but no emulated network has an icon.
    if (pathname === '/favicon.ico') return whole(new Response(null, { status: 204 }))
    const account = this.#accountOf(request)
    const record = this.log.open(request, this.clock.now(), account)
    const hit = this.faults.match({ method: request.method, path: pathname, account, now: this.clock.now() })
    record.fault = hit?.fault.fault ?? null
    const exchange = await this.#answer(request, record, hit)
    if (exchange.cut !== 'BEFORE_REPLY') {
      record.status = exchange.response.status
      const { headers } = exchange.response
      if (!headers.has('date')) headers.set('date', this.clock.now().toUTCString())
    }
    return exchange
  }

  async #answer(request: Request, record: RecordDraft, hit: HitFault | null): Promise<Exchange> {
    const fault = hit?.fault
    if (fault?.fault === 'closeBeforeEffect') {
      this.log.count(record)
      return LOST
    }
    if (fault?.fault === 'status' && fault.afterEffect !== true) {
      this.log.count(record)
      return statusReply(fault)
    }
    if (fault?.fault === 'hold' && fault.beforeEffect === true) await hit?.hold()
    const cutAfter = fault?.fault === 'dropUpload' ? (fault.afterBytes ?? middleOf(request)) : null
    if (fault?.fault === 'dropUpload' && request.body === null) {
      this.log.count(record)
      return LOST
    }
    const response = await this.#handle(request, record, cutAfter)
    if (response === null || isHungUp(response)) return LOST
    if (fault?.fault === 'hold' && fault.beforeEffect !== true) await hit?.hold()
    if (fault?.fault === 'slow')
      await new Promise<void>((resolve) => {
        setTimeout(resolve, fault.seconds * 1000)
      })
    if (fault?.fault === 'replyLost') return LOST
    if (fault?.fault === 'changeReply') return whole(await changeReply(response, fault))
    if (fault?.fault === 'dropMidBody') return { response, cut: 'IN_THE_BODY', spelled: null }
    return fault?.fault === 'status' ? statusReply(fault) : whole(response)
  }

  /**
   * Calls the network's handler. Returns null if a fault or the client cut the request body,
   * because no response is possible then.
   */
  async #handle(request: Request, record: RecordDraft, cutAfter: number | null): Promise<Response | null> {
    let captured: Captured | null = null
    try {
      captured = await capture(request, record, cutAfter)
      // If a small body is cut, the handler is not called. If a large body is cut, the handler
      // keeps the bytes that it already read.
      return captured.wasCut() ? null : await this.#handler(captured.request)
    } catch (error) {
      if (captured?.wasCut() === true) return null
      record.error = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return Response.json({ error: `Inside the emulator: ${String(error)}` }, { status: 500 })
    } finally {
      const notes = notesOf(captured?.request ?? request)
      record.route = notes.route
      record.parts = notes.parts
      this.log.count(record)
    }
  }
}
