import type { Readable } from 'node:stream'

import type { Clock } from '../../contract/index.js'
import { GatheredBytes } from '../../http/readers/gathered-bytes.js'
import { deferAlarm } from '../../http/time/clock.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { BODY_TOO_BIG, BODY_TOO_SLOW, type Reply } from '../reply.js'

/** Size and time limits for reading a body. `Routes` has these fields. */
export interface BodyBounds {
  readonly maxBodyBytes: number
  /** Time limit in seconds, from the start of reading to the last byte. */
  readonly maxBodySeconds: number
  readonly client: { readonly clock: Clock }
}

/**
 * Reads a request body within a size limit and a time limit.
 *
 * @returns The bytes, or a 413 or 408 reply for a body over a limit. The remaining bytes are then not read, so the
 * caller must close the connection.
 */
export function readNodeBody(body: Readable, bounds: BodyBounds): Promise<Uint8Array | Reply> {
  if (typeof body?.on !== 'function') throw wrongArgument('readNodeBody: body', 'a readable stream', body)
  if (typeof bounds?.client?.clock !== 'object')
    throw wrongArgument('readNodeBody: bounds', 'the routes', bounds)
  const { maxBodyBytes, maxBodySeconds, client } = bounds
  return new Promise((resolve, reject) => {
    const gathered = new GatheredBytes()
    const finish = (answer: Uint8Array | Reply): void => {
      alarm.stop()
      body.off('data', onData)
      if (!(answer instanceof Uint8Array)) body.pause()
      resolve(answer)
    }
    const onData = (part: Buffer): void => {
      if (gathered.length + part.length > maxBodyBytes) finish(BODY_TOO_BIG)
      else gathered.add(part)
    }
    const alarm = deferAlarm(client.clock, maxBodySeconds, { ring: () => finish(BODY_TOO_SLOW) })
    body.on('data', onData)
    body.on('end', () => finish(gathered.whole()))
    // Node also emits `error` when the client disconnects.
    body.on('error', (error: Error) => {
      alarm.stop()
      reject(error)
    })
  })
}
