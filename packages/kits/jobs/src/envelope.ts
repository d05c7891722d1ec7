import { ConfigError, type JsonObject, toPlainJson } from '@social/core/store'
import { type KeyRing, Sealer } from '@social/store-kit'
import * as v from 'valibot'

import type { StoredJob } from './binding.js'

/**
 * Format version of every payload. Increased when older workers can no longer read a new payload.
 */
const VERSION = 1

const envelopeSchema = v.object({
  version: v.number(),
  connectionId: v.nullable(v.string()),
  idempotencyKey: v.nullable(v.string()),
  /** Body of the job: an object, or an encrypted text if the queue uses a key. */
  body: v.custom<string | Readonly<Record<string, unknown>>>(
    (body) => typeof body === 'string' || (typeof body === 'object' && body !== null && !Array.isArray(body)),
  ),
})

/** A parsed payload. Null if the payload does not have the library's format. */
export type Envelope = v.InferOutput<typeof envelopeSchema> | null

/** Metadata of a job that is never encrypted. */
export interface Subject {
  readonly connectionId: string | null
  readonly idempotencyKey: string | null
}

/** Parses a payload without decrypting its body. */
export function readEnvelope({ payload }: StoredJob): Envelope {
  const read = v.safeParse(envelopeSchema, payload)
  return read.success ? read.output : null
}

/** Returns the metadata of a job. All fields are null if the payload could not be parsed. */
export function subjectOf(envelope: Envelope): Subject {
  if (envelope === null) return { connectionId: null, idempotencyKey: null }
  const { connectionId, idempotencyKey } = envelope
  return { connectionId, idempotencyKey }
}

/** Converts the body of a job to a payload and back. Encrypts the body if there is a key. */
export class Envelopes {
  readonly #sealer: Sealer | null

  constructor(ring: KeyRing | null) {
    const names = { factory: 'SocialJobs', whole: 'queue' }
    this.#sealer = ring && new Sealer(ring, names, () => false)
  }

  async wrap(id: string, { connectionId, idempotencyKey }: Subject, body: JsonObject): Promise<JsonObject> {
    const sealed = this.#sealer === null ? body : await this.#sealer.seal(JSON.stringify(body), place(id))
    return { version: VERSION, connectionId, idempotencyKey, body: sealed }
  }

  /**
   * Reads the body of a job, and decrypts the body if required.
   *
   * @throws ConfigError for a payload of a newer version, for a payload encrypted with an unknown
   * key, and for an unreadable payload. The message contains no part of the payload.
   */
  async unwrap<S extends v.GenericSchema>(
    id: string,
    envelope: Envelope,
    schema: S,
  ): Promise<Subject & { readonly body: v.InferOutput<S> }> {
    if (envelope !== null && envelope.version > VERSION)
      throw new ConfigError(
        `The job ${id} was stored by a newer version of @social/jobs. Install that version here as well.`,
      )
    const body = envelope && v.safeParse(schema, await this.#open(id, envelope.body))
    if (!envelope || !body?.success)
      throw new ConfigError(
        `The job ${id} cannot be read: @social/jobs did not write its payload. Another program writes into this queue. Remove that program, then dismiss the job.`,
      )
    return { ...subjectOf(envelope), body: body.output }
  }

  async #open(id: string, body: string | Readonly<Record<string, unknown>>): Promise<unknown> {
    if (typeof body !== 'string') {
      if (this.#sealer === null) return body
      throw new ConfigError(
        `The job ${id} is not sealed, but this worker has a key and requires sealed jobs. Give the key to every process that adds jobs.`,
      )
    }
    if (this.#sealer === null)
      throw new ConfigError(`The job ${id} is sealed. Give SocialJobs the key it was sealed with.`)
    if (this.#sealer.lacksKeyOf(body))
      throw new ConfigError(
        `The job ${id} is sealed with a key that this worker does not have. Add it to keys, after the newest.`,
      )
    return JSON.parse(await this.#sealer.unseal(body, place(id)))
  }
}

/** Converts an object to the body of a job. */
export function bodyOf(value: object): JsonObject {
  return toPlainJson(value, 'The job') as JsonObject // safe cast: `value` is an object, so `toPlainJson` returns an object
}

const place = (id: string): string => `the job ${id}`
