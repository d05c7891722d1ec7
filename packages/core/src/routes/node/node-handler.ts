import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'

import type { PushHeaders } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { BodySource } from '../../http/types.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { DELIVERED, NOT_FOUND, Reply } from '../reply.js'
import { toFailure } from '../routes-failure.js'
import type { Routes } from '../routes.js'
import { cleanPrefix } from '../settings.js'
import { readNodeBody } from './node-body.js'

/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /**
   * Path under which the handler is mounted, with or without slashes at its ends. Default: the prefix of the routes.
   */
  readonly prefix?: string | undefined
  /**
   * Called with errors of the routes, after the handler sent a 500 response. Default: emits a process warning. If
   * the function throws or rejects, this error also becomes a process warning.
   */
  readonly onError?: ((error: Error) => unknown) | undefined
}

/** Maximum bytes of a body that is sent together with the headers in one write. Our choice. */
const SHORT_BYTES = 4096
const NO_BODY = new Uint8Array(0)
/** Text of the most frequent reply. It is a constant, so that its bytes need not be decoded for each response. */
const DELIVERED_TEXT = '{"ok":true}'
const BROKEN = Reply.text('Internal Server Error', 500)

/**
 * Converts the routes to a `node:http` request handler.
 *
 * @throws ConfigError for a value that is not `Routes`, an unknown option, and a prefix that is not a string.
 * @example
 * http.createServer(toNodeHandler(routes)).listen(3000)
 */
export function toNodeHandler(
  routes: Routes,
  options: NodeHandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  refuseUnknownNames(options, ['prefix', 'onError'], 'toNodeHandler')
  if (typeof routes?.answer !== 'function')
    throw new ConfigError(
      'toNodeHandler requires the routes: toNodeHandler(new Routes(social, { redirectUri })).',
    )
  const { prefix = routes.prefix, onError = warn } = options
  const mount = { routes, prefix: cleanPrefix(prefix), onError }
  return (request, response) => void answerNode(mount, request, response)
}

interface Mount {
  readonly routes: Routes
  readonly prefix: string
  readonly onError: (error: Error) => unknown
}

/** Answers one request. Never rejects, because it reports every error to `onError`. */
async function answerNode(mount: Mount, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { routes, prefix } = mount
    const { method = 'GET', url = '/' } = request
    const mark = url.indexOf('?')
    const whole = mark === -1 ? url : url.slice(0, mark)
    const path = whole.startsWith(prefix) ? whole.slice(prefix.length) : ''
    if (!path.startsWith('/')) {
      sendBytes(NOT_FOUND, response)
      return
    }
    const body = method === 'POST' ? await readNodeBody(request, routes) : NO_BODY
    if (!(body instanceof Uint8Array)) {
      // The rest of the request body is not read, so the connection must be closed.
      response.shouldKeepAlive = false
      sendBytes(body, response)
      return
    }
    const query = mark === -1 ? '' : url.slice(mark + 1)
    const headers = nodeHeaders(request)
    const reply = await routes.answer({ method, path, query, headers, body, native: request })
    if (!sendBytes(reply, response)) await sendNode(reply, response)
  } catch (error) {
    try {
      await answerFailure(error, mount, request, response)
    } catch (failure) {
      // An error of the application's `onError` must not end the process.
      warn(toFailure(failure, { platform: null, part: 'onError' }))
    }
  }
}

async function answerFailure(
  error: unknown,
  { onError }: Mount,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!request.complete) {
    response.destroy() // the client disconnected before the response
    return
  }
  if (response.headersSent) response.destroy()
  else sendBytes(BROKEN, response)
  await onError(toFailure(error, { platform: null }))
}

/**
 * Returns the headers of a request without conversion. `set-cookie` is the only header that Node returns as a list,
 * and requests do not have it.
 */
export function nodeHeaders(request: IncomingMessage): PushHeaders {
  if (typeof request?.headers !== 'object')
    throw wrongArgument('nodeHeaders: request', 'a request of node:http', request)
  return request.headers as PushHeaders
}

/** Sends a reply. A streamed body waits while the socket cannot take more data. */
export async function sendNode(reply: Reply, response: ServerResponse): Promise<void> {
  if (typeof reply?.body !== 'object') throw wrongArgument('sendNode: reply', 'a Reply', reply)
  if (typeof response?.writeHead !== 'function')
    throw wrongArgument('sendNode: response', 'a response of node:http', response)
  if (sendBytes(reply, response)) return
  const { body } = reply
  writeHead(reply, response)
  if (response.req.method === 'HEAD' || body instanceof Uint8Array) response.end()
  else await sendPieces(body, response)
}

/**
 * Sends a reply whose body is in memory.
 * @returns False for a streamed body, for which nothing is sent.
 */
function sendBytes(reply: Reply, response: ServerResponse): boolean {
  const { body } = reply
  if (!(body instanceof Uint8Array)) return false
  writeHead(reply, response)
  // A short body is sent as a string together with the headers, in one write. The latin1 encoding keeps the bytes
  // unchanged.
  if (body.length <= SHORT_BYTES)
    response.end(body === DELIVERED.body ? DELIVERED_TEXT : latin1(body), 'latin1')
  else response.end(body)
  return true
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function writeHead({ status, body, contentType, headers }: Reply, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': String(body.length),
    ...headers,
  })
}

async function sendPieces(source: BodySource, response: ServerResponse): Promise<void> {
  for await (const chunk of source.open()) {
    if (response.destroyed) return
    // Waits until the chunk is written, because the next chunk reuses the buffer.
    await new Promise<void>((resolve, reject) => {
      // A client that disconnects during the response is not an error.
      response.write(chunk, (error) => (error && !response.destroyed ? reject(error) : resolve()))
    })
  }
  response.end()
}

/**
 * Emits a process warning. The warning contains the details as text, because Node prints neither the cause of a
 * warning nor thrown values that are not errors.
 */
function warn(failure: Error): void {
  process.emitWarning(Object.assign(failure, { detail: inspect(failure.cause) }))
}
