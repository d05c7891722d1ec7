import { ConfigError, type RawData } from '../../errors/index.js'
import type { JsonObject } from '../receipt.js'
import { HIDDEN } from '../values/hidden.js'
import { toMoment } from '../values/moment.js'

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the fields of a stored record. Errors name the field that is invalid. */
export class RecordReader {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #name: string

  /**
   * @param value - Stored record.
   * @param name - Kind of the record, for error messages.
   * @throws ConfigError if the record is not an object.
   */
  constructor(value: unknown, name: string) {
    if (typeof value === 'string')
      throw new ConfigError(`The stored ${name} is text. Pass JSON.parse(text) to fromRecord.`)
    if (!isObject(value))
      throw new ConfigError(`The stored ${name} is not an object. Save the result of toRecord.`)
    this.#fields = value
    this.#name = name
  }

  /** Returns the value of a field. Null if the field is missing. */
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

  /** Reads a text that must be one of `values`. */
  word<W extends string>(field: string, values: readonly W[]): W {
    const text = this.text(field)
    return values.find((value) => value === text) ?? this.#refuse(field, `one of ${values.join(', ')}`)
  }

  /** Reads a secret: a text that is neither empty nor `[hidden]`. */
  secret(field: string): string {
    const value = this.value(field)
    if (typeof value === 'string' && value !== '' && value !== HIDDEN) return value
    throw new ConfigError(
      `The stored ${this.#name} lacks its ${field}. Save toRecord(value), not the object itself, and read it back with fromRecord.`,
    )
  }

  optionalSecret(field: string): string | null {
    return this.value(field) === null ? null : this.secret(field)
  }

  /** Reads a secret that may be stored as null. Throws if the field is missing. */
  nullableSecret(field: string): string | null {
    return this.#fields[field] === null ? null : this.secret(field)
  }

  optionalNumber(field: string): number | null {
    const value = this.value(field)
    if (value === null) return null
    return typeof value === 'number' ? value : this.#refuse(field, 'a number')
  }

  /** Reads a boolean. False if the field is missing. */
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

  /** Reads an object. Empty if the field is missing. */
  object(field: string): RawData {
    const value = this.value(field)
    if (value === null) return {}
    return isObject(value) ? value : this.#refuse(field, 'an object')
  }

  /** Reads an object that was stored as plain JSON. Empty if the field is missing. */
  /** Returns an object of texts. Empty if the field is missing. */
  textsByName(field: string): Readonly<Record<string, string>> {
    const entries = Object.entries(this.object(field)).map(([name, value]) =>
      typeof value === 'string' ? ([name, value] as const) : this.#refuse(field, 'an object of texts'),
    )
    return Object.fromEntries(entries)
  }

  json(field: string): JsonObject {
    return this.object(field) as JsonObject // safe cast: the field was written by toPlainJson, which writes only JSON
  }

  /** Reads each item of a list. Empty if the field is missing. */
  list<T>(field: string, read: (item: unknown, name: string) => T): T[] {
    const value = this.value(field)
    if (value === null) return []
    if (!Array.isArray(value)) return this.#refuse(field, 'a list')
    return value.map((item: unknown) => read(item, `${field} of the stored ${this.#name}`))
  }

  /** Reads a list of texts. Empty if the field is missing. */
  texts(field: string): string[] {
    return this.list(field, (item) =>
      typeof item === 'string' ? item : this.#refuse(field, 'a list of texts'),
    )
  }

  #refuse(field: string, expected: string): never {
    throw new ConfigError(
      `${field} of the stored ${this.#name} is not ${expected}. Save the result of toRecord unchanged.`,
    )
  }
}
