import { NetworkError } from '@social/core'
import type { Transport, TransportRequest, TransportResponse } from '@social/core/platform'
import type { EmulatedNetwork, Exchange, Fault } from '@social/emulator'

import { answerOf } from '../faults/faults.js'
import { never } from '../time/gate.js'
import type { Process } from './process.js'

/** Content that an intermediary returns with status 200 instead of the network's response. */
const UNREADABLE = '<html><body>Please sign in to the wireless network.</body></html>'

/** Duration of a network outage in seconds. Longer than all queries of one call. */
const OUTAGE_SECONDS = 60

/** Faults that stop the worker after the response arrived, so that the response is not lost. */
const STOPPED_AFTER: ReadonlySet<string> = new Set(['abortAfter', 'dieAfter', 'pauseAfter', 'suspendAfter'])
const STOPPED_BEFORE: ReadonlySet<string> = new Set([
  'abortBefore',
  'dieBefore',
  'pauseBefore',
  'suspendBefore',
])

/** Result of a request that reached the network. The response is null if it was lost. */
interface Sent {
  readonly response: TransportResponse | null
}

/**
 * Passes the requests of one worker to an emulated network in the same process, and injects
 * faults.
 */
export class ChaosTransport implements Transport {
  readonly #network: EmulatedNetwork
  readonly #process: Process

  constructor(network: EmulatedNetwork, process: Process) {
    this.#network = network
    this.#process = process
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { gate } = this.#process
    if (!gate.isRunning) await gate.pass()
    if (request.signal.aborted) throw lost(request, 'NOT_SENT')
    const bytes = await bytesOf(request)
    if (this.#process.world.isNetworkAway)
      return untilAborted(request, gate.deliver(this.#badGateway(request)))
    const fault = this.#process.meet({ kind: 'REQUEST', name: nameOf(request), hasBody: bytes !== null })
    return untilAborted(request, gate.deliver(this.#sendWithFault(request, bytes, fault)))
  }

  async #sendWithFault(
    request: TransportRequest,
    bytes: Uint8Array | null,
    fault: string | null,
  ): Promise<TransportResponse> {
    const process = this.#process
    if (fault === null) return answered(request, await this.#exchange(request, bytes))
    if (fault === 'refused') throw lost(request, 'NOT_SENT')
    if (STOPPED_BEFORE.has(fault)) {
      await process.stop(fault)
      if (request.signal.aborted) throw lost(request, 'NOT_SENT')
      return answered(request, await this.#exchange(request, bytes))
    }
    request.assertMayLeave?.()
    process.recordSent(nameOf(request))
    const answer = answerOf(fault)
    if (answer !== null)
      return answered(request, await this.#exchange(request, bytes, { fault: 'status', ...answer, body: {} }))
    return this.#applyFault(request, bytes, fault)
  }

  /** Returns the response of a gateway whose network is unavailable. */
  async #badGateway(request: TransportRequest): Promise<TransportResponse> {
    request.assertMayLeave?.()
    this.#process.recordSent(nameOf(request))
    this.#process.world.outages += 1
    return { status: 502, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Bad Gateway') }
  }

  async #applyFault(
    request: TransportRequest,
    bytes: Uint8Array | null,
    fault: string,
  ): Promise<TransportResponse> {
    const process = this.#process
    switch (fault) {
      case 'awayBefore':
        process.world.takeNetworkAway(OUTAGE_SECONDS)
        throw lost(request, 'UNKNOWN')
      case 'lostBefore':
        throw lost(request, 'UNKNOWN')
      case 'hangBefore':
        return this.#hang(request)
      case 'unreadableBefore':
        return unreadable(request)
      case 'cutRequest':
      case 'abortWithin':
      case 'dieWithin':
        await this.#exchange(request, bytes, { fault: 'dropUpload' })
        if (fault !== 'cutRequest') await process.stop(fault)
        throw lost(request, 'UNKNOWN')
      default: {
        const sent = await this.#exchange(request, bytes)
        if (!STOPPED_AFTER.has(fault)) process.recordLost()
        if (fault === 'hangAfter') return this.#hang(request)
        if (fault === 'unreadableAfter') return unreadable(request)
        if (fault === 'answer500After')
          return { status: 500, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
        if (fault === 'awayAfter') process.world.takeNetworkAway(OUTAGE_SECONDS)
        if (fault === 'lostAfter' || fault === 'awayAfter' || fault === 'cutReply')
          throw lost(request, 'UNKNOWN')
        await process.stop(fault)
        return answered(request, sent)
      }
    }
  }

  /** Sends one request to the network, and lets the fault take effect on the way. */
  async #exchange(request: TransportRequest, bytes: Uint8Array | null, fault?: Fault): Promise<Sent> {
    const { url, method, headers } = request
    const process = this.#process
    request.assertMayLeave?.()
    process.recordSent(nameOf(request))
    const given = new Request(url, {
      method,
      headers: bytes === null ? headers : { ...headers, 'content-length': String(bytes.byteLength) },
      body: bytes === null ? null : Uint8Array.from(bytes),
      redirect: 'manual',
    })
    const handle = fault && this.#network.faults.add(fault)
    process.world.enter(nameOf(request), process)
    let response: TransportResponse | null = null
    try {
      response = await toResponse(await this.#network.exchange(given))
      return { response }
    } finally {
      process.world.leave(response?.status ?? null)
      handle?.remove()
    }
  }

  /** Never responds, so that the request ends with its timeout. */
  async #hang(request: TransportRequest): Promise<never> {
    const seconds = Math.min(request.timeoutSeconds ?? Infinity, request.stallSeconds)
    await this.#process.clock.sleep(seconds, { signal: request.signal }).catch(() => never())
    throw new NetworkError(`${nameOf(request)} took too long.`, { delivery: 'UNKNOWN', timedOut: true })
  }
}

/** Resolves with the response, or rejects as soon as the caller aborts. */
function untilAborted(
  request: TransportRequest,
  work: Promise<TransportResponse>,
): Promise<TransportResponse> {
  const { signal } = request
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    // The delay lets the request fail first, because its own error contains whether a byte was sent.
    const onAbort = (): void => void setImmediate(giveUp)
    signal.addEventListener('abort', onAbort, { once: true })
    const end = (): void => signal.removeEventListener('abort', onAbort)
    work.then(end, end)
    work.then(resolve, reject)
  })
}

/** Returns the method and the path without ids. Plans use this name for the request. */
function nameOf({ method, url }: TransportRequest): string {
  const segments = new URL(url).pathname.split('/')
  return `${method} ${segments.map((each) => (/\d{3}|^[\w-]{30,}$/.test(each) ? ':id' : each)).join('/')}`
}

async function bytesOf({ body, onSent }: TransportRequest): Promise<Uint8Array | null> {
  if (body === null) return null
  if (body instanceof Uint8Array) {
    onSent?.(body.byteLength)
    return body
  }
  const whole = new Uint8Array(body.length)
  let at = 0
  for await (const chunk of body.open()) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  onSent?.(at)
  return whole
}

async function toResponse({ response, cut }: Exchange): Promise<TransportResponse | null> {
  if (cut === 'BEFORE_REPLY') return null
  const body = new Uint8Array(await response.arrayBuffer())
  return cut === 'NOWHERE'
    ? { status: response.status, headers: Object.fromEntries(response.headers), body }
    : null
}

function answered(request: TransportRequest, { response }: Sent): TransportResponse {
  if (response === null) throw lost(request, 'UNKNOWN')
  return response
}

function unreadable(request: TransportRequest): TransportResponse {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { status: request.method === 'HEAD' ? 502 : 200, headers, body: Buffer.from(UNREADABLE) }
}

function lost(request: TransportRequest, delivery: 'NOT_SENT' | 'UNKNOWN'): NetworkError {
  const what = delivery === 'NOT_SENT' ? 'could not be sent' : 'was lost'
  return new NetworkError(`${nameOf(request)} ${what}.`, { delivery })
}
