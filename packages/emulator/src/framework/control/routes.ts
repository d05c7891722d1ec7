import { readSmallBody } from '../bodies/body.js'
import { type EmulatorClock, SettableClock } from '../clock.js'
import type { Effects } from '../effects.js'
import type { FaultHandle } from '../faults/fault-types.js'
import type { Faults } from '../faults/faults.js'
import { readFault } from '../faults/read-fault.js'
import type { RequestLog } from '../log/request-log.js'
import { ControlError, type Operations, readInput, runOperation } from './operations.js'

const PREFIX = '/__emulator'
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Returns true for paths that control the emulator. Requests for these paths do not reach the
 * emulated network.
 */
export const isControlPath = (path: string): boolean => path === PREFIX || path.startsWith(`${PREFIX}/`)

/** Parts of an emulated network that the control routes use. */
export interface Steered {
  readonly name: string
  readonly origin: string
  readonly clock: EmulatorClock
  readonly operations: Operations
  readonly faults: Faults
  readonly effects: Effects
  readonly log: RequestLog
}

const shown = ({ id, fault, hits, held }: FaultHandle): object => ({ id, fault, hits, held })

function overview(network: Steered): object {
  return {
    network: network.name,
    origin: network.origin,
    now: network.clock.now().toISOString(),
    operations: Object.fromEntries(
      Object.entries(network.operations).map(([name, { does, takes, reads }]) => [
        name,
        { does, takes, reads },
      ]),
    ),
    faults: network.faults.list().map(shown),
    fieldReports: Object.fromEntries(
      Object.entries(network.faults.reports).map(([id, { does }]) => [id, does]),
    ),
    effects: network.effects.list().length,
    counts: network.log.counts(),
  }
}

function steerFaults(network: Steered, method: string, rest: readonly string[], input: unknown): unknown {
  const [id, action] = rest
  if (id === undefined && method === 'GET') return network.faults.list().map(shown)
  if (id === undefined && method === 'POST') return shown(network.faults.add(readFault(input)))
  if (id === undefined && method === 'DELETE') {
    network.faults.clear()
    return {}
  }
  if (id !== undefined && action === undefined && method === 'POST' && id.startsWith('F-')) {
    const added = network.faults.addReport(id, readInput({ afterEffect: 'boolean?' }, input))
    return { id, does: added.report.does, source: added.report.source }
  }
  const fault = network.faults.find(id ?? '')
  if (fault === null) throw new ControlError(`There is no fault "${id ?? ''}".`)
  if (action === 'release') fault.release()
  else if (method === 'DELETE') fault.remove()
  return shown(fault)
}

function steerClock(network: Steered, method: string, input: unknown): unknown {
  const { clock } = network
  if (method === 'POST') {
    if (!(clock instanceof SettableClock))
      throw new ControlError('This emulator has its own clock. Move that clock instead.')
    const { advanceSeconds, set } = readInput({ advanceSeconds: 'number?', set: 'text?' }, input)
    if (set !== undefined && Number.isNaN(Date.parse(set)))
      throw new ControlError(`"${set}" is not a valid time.`)
    if (set !== undefined) clock.set(new Date(set))
    if (advanceSeconds !== undefined) clock.advance(advanceSeconds)
  }
  return { now: clock.now().toISOString() }
}

async function steer(
  network: Steered,
  method: string,
  path: readonly string[],
  input: unknown,
): Promise<unknown> {
  const [name, ...rest] = path
  if (name === undefined) return overview(network)
  if (name === 'faults') return steerFaults(network, method, rest, input)
  if (name === 'clock') return steerClock(network, method, input)
  if (name === 'requests') {
    if (method === 'DELETE') network.log.clear()
    return network.log.list()
  }
  if (name === 'effects') {
    if (method === 'DELETE') network.effects.clear()
    return network.effects.list()
  }
  const { operations } = network
  const found = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (found === undefined)
    throw new ControlError(`${network.name} has no "${name}". It has: ${Object.keys(operations).join(', ')}.`)
  if (method !== 'POST' && !found.reads)
    throw new ControlError(`"${name}" changes something. Send a POST request.`)
  return (await runOperation(found, input)) ?? {}
}

async function readInputBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = new TextDecoder().decode(await readSmallBody(request))
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError('The body is not valid JSON.')
  }
}

/**
 * Returns the host name of a request if it is not a loopback name. A foreign web page can point
 * its own host name to this machine (DNS rebinding). The request then has no foreign origin, but its
 * `Host` header contains the foreign name.
 */
function foreignHost(request: Request, origin: string): string | null {
  const host = request.headers.get('host') // null without an HTTP server, for example with msw
  if (host === null) return null
  if (host === new URL(origin).host) return null
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  const isName = url !== null && url.host === host.toLowerCase().replace(/:80$/, '') // true if the header contains only a host name and a port
  return isName && LOOPBACK.has(url.hostname) ? null : host
}

/** Returns the CORS headers for web pages of this machine. Requests of other pages are refused. */
function originHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null) return {}
  if (!URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname))
    throw new ControlError('Only pages served from this machine may control the emulator.')
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'content-type',
    vary: 'origin',
  }
}

/** Handles a request to `/__emulator/<network>/…`. The request and the response contain JSON. */
export async function answerControl(request: Request, network: Steered): Promise<Response> {
  const host = foreignHost(request, network.origin)
  if (host !== null)
    return Response.json(
      {
        error: `The emulator is steered under a name of this machine: 127.0.0.1, localhost or [::1]. This request was sent to "${host.slice(0, 100)}".`,
      },
      { status: 403 },
    )
  let headers: Record<string, string> = {}
  try {
    headers = originHeaders(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const [, , first, ...rest] = new URL(request.url).pathname.replace(/\/$/, '').split('/')
    // Each network has its own origin, so that its name can be left out before "faults".
    const [name, path] = first === 'faults' ? [network.name, [first, ...rest]] : [first, rest]
    if (name !== undefined && name !== network.name)
      throw new ControlError(
        `This URL belongs to ${network.name}: ${network.origin}${PREFIX}/${network.name}`,
      )
    return Response.json(await steer(network, request.method, path, await readInputBody(request)), {
      headers,
    })
  } catch (error) {
    if (!(error instanceof ControlError || error instanceof RangeError)) throw error
    return Response.json({ error: error.message }, { status: 400, headers })
  }
}
