import { ConfigError, type JsonObject, toPlainJson } from '@social/core/store'
import { type KeyRing, Sealer } from '@social/store-kit'
import * as v from 'valibot'

import type { StoredJob } from './binding.js'

/** Written into every payload: counts up when older workers could not read it any more. */
const VERSION = 1

const envelopeSchema = v.object({
  version: v.number(),
  connectionId: v.nullable(v.string()),
  idempotencyKey: v.nullable(v.string()),
  /** What the work needs: an object, or its text when it is sealed. */
  body: v.custom<string | Readonly<Record<string, unknown>>>(
    (body) => typeof body === 'string' || (typeof body === 'object' && body !== null && !Array.isArray(body)),
  ),
})

/** A payload as it was read: null for one that is not what this library stores. */
export type Envelope = v.InferOutput<typeof envelopeSchema> | null

/** What a job is about, as far as anybody may see it. */
export interface Subject {
  readonly connectionId: string | null
  readonly idempotencyKey: string | null
}

/** Reads a payload, but for what may be sealed in it. */
export function readEnvelope({ payload }: StoredJob): Envelope {
  const read = v.safeParse(envelopeSchema, payload)
  return read.success ? read.output : null
}

/** What anybody may see of a job; nothing of a payload that cannot be read. */
export function subjectOf(envelope: Envelope): Subject {
  if (envelope === null) return { connectionId: null, idempotencyKey: null }
  const { connectionId, idempotencyKey } = envelope
  return { connectionId, idempotencyKey }
}

/** Wraps what a job needs into its payload, sealed where there is a key, and takes it out again. */
export class Envelopes {
  readonly #sealer: Sealer | null

  constructor(ring: KeyRing | null) {
    const words = { factory: 'SocialJobs', whole: 'queue' }
    this.#sealer = ring && new Sealer(ring, words, () => false)
  }

  async wrap(id: string, { connectionId, idempotencyKey }: Subject, body: JsonObject): Promise<JsonObject> {
    const sealed = this.#sealer === null ? body : await this.#sealer.seal(JSON.stringify(body), place(id))
    return { version: VERSION, connectionId, idempotencyKey, body: sealed }
  }

  /**
   * Takes out what the work needs.
   *
   * @throws ConfigError for a payload that a newer version wrote, that is sealed with a key that is not given here, or that
   *   cannot be read. Nothing of it is quoted.
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
        `The job ${id} cannot be read: its payload is not what @social/jobs stores. Something else writes into this queue; dismiss the job.`,
      )
    return { ...subjectOf(envelope), body: body.output }
  }

  async #open(id: string, body: string | Readonly<Record<string, unknown>>): Promise<unknown> {
    if (typeof body !== 'string') {
      if (this.#sealer === null) return body
      throw new ConfigError(
        `The job ${id} is not sealed, and with a key every job has to be. Give the key to every process that adds jobs.`,
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

/** A record as a body. */
export function bodyOf(value: object): JsonObject {
  return toPlainJson(value, 'The job') as JsonObject // it is an object, and toPlainJson keeps it one
}

const place = (id: string): string => `the job ${id}`
