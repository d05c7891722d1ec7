import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Exchange } from './emulated-network.js'

/**
 * Content type of a response that accepts a WebSocket. Each chunk of the response body is sent as
 * one text message.
 */
export const WEB_SOCKET = 'application/x-websocket-messages'

/** Suffix of the handshake key. https://www.rfc-editor.org/rfc/rfc6455 (section 1.3) */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
/** Opcodes of WebSocket frames. https://www.rfc-editor.org/rfc/rfc6455 (section 5.2) */
const TEXT = 1
/** @see TEXT */
const CLOSE = 8
/** @see TEXT */
const PING = 9
/** @see TEXT */
const PONG = 10
/** Maximum length in bytes of a client message. A longer message ends the connection. */
const MAX_MESSAGE_LENGTH = 65_535

const onListen = new WeakMap<Request, (listener: (message: string) => void) => void>()

/** Calls the listener with each message of a WebSocket client. Has no effect for other requests. */
export function onMessage(request: Request, listener: (message: string) => void): void {
  onListen.get(request)?.(listener)
}

/** Returns true for a request to upgrade to a WebSocket. */
export const wantsWebSocket = (request: Request): boolean =>
  request.headers.get('upgrade')?.toLowerCase() === 'websocket'

/** Creates a complete server frame. Server frames are not masked. */
function frame(kind: number, payload: Uint8Array): Buffer {
  const { byteLength } = payload
  const head =
    byteLength < 126
      ? Buffer.from([0x80 | kind, byteLength])
      : byteLength < 65_536
        ? Buffer.from([0x80 | kind, 126, byteLength >> 8, byteLength & 255])
        : Buffer.concat([Buffer.from([0x80 | kind, 127]), bigLength(byteLength)])
  return Buffer.concat([head, payload])
}

function bigLength(byteLength: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(byteLength))
  return bytes
}

/** Frame from a client, and the byte position after the frame. */
interface ClientFrame {
  readonly kind: number
  readonly payload: Buffer
  readonly end: number
}

/**
 * Reads the first frame of the bytes. Returns null if the frame is incomplete.
 *
 * @throws Error for a frame type that the emulator does not support.
 */
function readFrame(bytes: Buffer): ClientFrame | null {
  const [first = 0, second = 0] = bytes
  if (bytes.length < 2) return null
  const short = second & 127
  const isMasked = (second & 128) !== 0
  if (!isMasked || short === 127 || (first & 128) === 0) throw new Error('The frame type is not supported.')
  const at = short === 126 ? 4 : 2
  if (bytes.length < at) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short
  const end = at + 4 + length
  if (bytes.length < end) return null
  const mask = bytes.subarray(at, at + 4)
  const payload = Buffer.from(bytes.subarray(at + 4, end).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return { kind: first & 15, payload, end }
}

/**
 * Handles client frames: passes messages to the listener, responds to pings, and ends the
 * connection on a close frame.
 */
function listen(socket: Duplex, head: Buffer, notify: (message: string) => void): void {
  let rest = head
  const take = (piece: Buffer): void => {
    rest = Buffer.concat([rest, piece])
    try {
      if (rest.length > MAX_MESSAGE_LENGTH + 8) throw new Error('The message is too long.')
      for (let next = readFrame(rest); next !== null; next = readFrame(rest)) {
        rest = rest.subarray(next.end)
        if (next.kind === TEXT) notify(next.payload.toString())
        else if (next.kind === PING) socket.write(frame(PONG, next.payload))
        else if (next.kind === CLOSE) socket.end(frame(CLOSE, next.payload))
      }
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', take)
  take(Buffer.alloc(0))
}

async function speak(socket: Duplex, { body }: Response): Promise<void> {
  const reader = body?.getReader()
  socket.once('close', () => void reader?.cancel().catch(() => undefined))
  for (;;) {
    const piece = await reader?.read()
    if (piece === undefined || piece.done) break
    socket.write(frame(TEXT, piece.value))
  }
  socket.end(frame(CLOSE, new Uint8Array()))
}

async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = `HTTP/1.1 ${response.status} Refused\r\n${headers}content-length: ${body.byteLength}\r\nconnection: close\r\n\r\n`
  socket.end(Buffer.concat([Buffer.from(head), body]))
}

/**
 * Accepts a WebSocket if the network accepts the request. Otherwise sends the network's HTTP
 * response.
 */
export async function takeWebSocket(
  { headers }: IncomingMessage,
  { socket, head, request }: { readonly socket: Duplex; readonly head: Buffer; readonly request: Request },
  answer: (request: Request) => Promise<Exchange>,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const listeners: ((message: string) => void)[] = []
  onListen.set(request, (listener) => void listeners.push(listener))
  const { response, cut } = await answer(request)
  if (cut !== 'NOWHERE') {
    socket.destroy()
    return
  }
  if (response.headers.get('content-type') !== WEB_SOCKET) return refuse(socket, response)
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key'] ?? ''}${KEY_SUFFIX}`)
    .digest('base64')
  const [protocol = ''] = (headers['sec-websocket-protocol'] ?? '').split(',')
  const chosen = protocol === '' ? '' : `Sec-WebSocket-Protocol: ${protocol.trim()}\r\n`
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${chosen}\r\n`,
  )
  listen(socket, head, (message) => {
    for (const listener of listeners) listener(message)
  })
  await speak(socket, response)
}
