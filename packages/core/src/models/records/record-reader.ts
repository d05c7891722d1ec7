import { ConfigError, type RawData } from '../../errors/index.js'
import type { JsonObject } from '../receipt.js'
import { HIDDEN } from '../values/hidden.js'
import { toMoment } from '../values/moment.js'

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the fields of something that was stored, and says which of them is wrong. */
export class RecordReader {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #name: string

  /**
   * @param value - What was stored.
   * @param name - What it is called in messages.
   * @throws ConfigError when it is no object.
   */
  constructor(value: unknown, name: string) {
    if (typeof value === 'string')
      throw new ConfigError(`The stored ${name} is text. Pass JSON.parse(text) to fromRecord.`)
    if (!isObject(value))
      throw new ConfigError(`The stored ${name} is not an object. Keep what toRecord gives.`)
    this.#fields = value
    this.#name = name
  }

  /** The value of a field; null when it is missing. */
  value(field: string): unknown {
    return this.#fields[field] ?? null
  }

  text(field: string): string {
    const value = this.value(field)
    return typeof value === 'string' ? value : this.#refuse(field, 'text')
  }

  optionalText(field: string): string | null {
    return this.value(field) === null ? null : this.text(field)
  }

  /** Text that must be one of a list. */
  word<W extends string>(field: string, words: readonly W[]): W {
    const text = this.text(field)
    return words.find((word) => word === text) ?? this.#refuse(field, `one of ${words.join(', ')}`)
  }

  /** A secret: text that is neither empty nor hidden. */
  secret(field: string): string {
    const value = this.value(field)
    if (typeof value === 'string' && value !== '' && value !== HIDDEN) return value
    throw new ConfigError(
      `The stored ${this.#name} has lost its ${field}. Save toRecord(value), not the object itself, and read it back with fromRecord.`,
    )
  }

  optionalSecret(field: string): string | null {
    return this.value(field) === null ? null : this.secret(field)
  }

  /** A secret that may be written down as null. One that is missing was lost. */
  nullableSecret(field: string): string | null {
    return this.#fields[field] === null ? null : this.secret(field)
  }

  optionalNumber(field: string): number | null {
    const value = this.value(field)
    if (value === null) return null
    return typeof value === 'number' ? value : this.#refuse(field, 'a number')
  }

  /** True or false; false when it is missing. */
  flag(field: string): boolean {
    const value = this.value(field)
    if (value === null) return false
    return typeof value === 'boolean' ? value : this.#refuse(field, 'true or false')
  }

  moment(field: string): Date {
    return toMoment(this.value(field), `${field} of the stored ${this.#name}`)
  }

  optionalMoment(field: string): Date | null {
    return this.value(field) === null ? null : this.moment(field)
  }

  /** A JSON object; `{}` when it is missing. */
  object(field: string): RawData {
    const value = this.value(field)
    if (value === null) return {}
    return isObject(value) ? value : this.#refuse(field, 'an object')
  }

  /** The same, where what was stored is known to be JSON. */
  json(field: string): JsonObject {
    return this.object(field) as JsonObject // what was stored was written by toPlainJson, which keeps nothing else
  }

  /** Each item of a list; an empty list when it is missing. */
  list<T>(field: string, read: (item: unknown, name: string) => T): T[] {
    const value = this.value(field)
    if (value === null) return []
    if (!Array.isArray(value)) return this.#refuse(field, 'a list')
    return value.map((item: unknown) => read(item, `${field} of the stored ${this.#name}`))
  }

  /** A list of texts; empty when it is missing. */
  texts(field: string): string[] {
    return this.list(field, (item) =>
      typeof item === 'string' ? item : this.#refuse(field, 'a list of texts'),
    )
  }

  #refuse(field: string, expected: string): never {
    throw new ConfigError(
      `${field} of the stored ${this.#name} is not ${expected}. Keep what toRecord gives, unchanged.`,
    )
  }
}
