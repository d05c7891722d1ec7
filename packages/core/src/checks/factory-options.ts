import { ConfigError } from '../errors/index.js'
import { isLoopbackHost } from '../http/guard/address.js'
import { assertString, assertTexts } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'

/** Allowed range of a number in a factory's options. */
export interface NumberRange {
  /** Value if the application passes none. */
  readonly default: number
  readonly min: number
  /** Highest accepted value. Default: no maximum. */
  readonly max?: number | undefined
  /** If true, fractions are accepted. Default: only whole numbers. */
  readonly fractions?: boolean | undefined
  /** Unit in messages, for example `seconds` or `bytes`. */
  readonly unit?: string | undefined
}

/**
 * Reads the options of a platform's factory (`youtube({ … })`). For all networks it refuses
 * unknown names, numbers out of range and invalid URLs in the same way.
 */
export interface SettingsReader<Options extends object> {
  /**
   * Returns a number option.
   * @throws ConfigError unless the value is a number within the range.
   */
  number(name: keyof Options & string, range: NumberRange): number
  /**
   * Returns a boolean option.
   * @throws ConfigError unless the value is a boolean.
   */
  flag(name: keyof Options & string, defaultValue: boolean): boolean
  /**
   * Returns base URLs without a trailing slash. A missing URL defaults to the network's own URL.
   *
   * @throws ConfigError for an unknown name, and for a URL that is neither https nor http on
   * localhost.
   */
  addresses<Name extends string>(defaults: Readonly<Record<Name, string>>): Readonly<Record<Name, string>>
  /**
   * Makes the error for a network-specific rule. `takes` completes the sentence "requires …", for
   * example "a multiple of 262144 bytes".
   */
  refuse(name: keyof Options & string, takes: string): ConfigError
}

/**
 * Makes a reader for the options of a factory.
 *
 * @param factory - Name of the factory, for messages.
 * @param options - Options passed by the application.
 * @param names - Every name that the factory accepts.
 * @throws ConfigError for an unknown name, with the closest known name.
 */
export function readFactoryOptions<Options extends object>(
  factory: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): SettingsReader<Options> {
  assertString(factory, 'readFactoryOptions: factory')
  assertTexts(names, 'readFactoryOptions: names')
  if (typeof options !== 'object' || options === null)
    throw new ConfigError(`${factory}() requires an object of options, or no argument.`)
  refuseUnknownNames(options, names, factory)
  const refuse = (path: string, takes: string): ConfigError =>
    new ConfigError(`${factory}({ ${path} }) requires ${takes}. Correct the value, or remove the option.`)
  return {
    refuse,
    number(name, range) {
      const value: unknown = options[name] ?? range.default
      const { min, max = Infinity, fractions = false } = range
      if (typeof value === 'number' && value >= min && value <= max && Number.isFinite(value))
        if (fractions || Number.isInteger(value)) return value
      throw refuse(name, rangeText(range))
    },
    flag(name, defaultValue) {
      const value: unknown = options[name] ?? defaultValue
      if (typeof value === 'boolean') return value
      throw refuse(name, 'true or false')
    },
    addresses(defaults) {
      const given: unknown = 'addresses' in options ? options.addresses : undefined
      return readAddresses(given ?? {}, defaults, factory, refuse)
    },
  }
}

function rangeText({ min, max = Infinity, fractions = false, unit }: NumberRange): string {
  const what = fractions ? 'a number' : 'a whole number'
  const of = unit === undefined ? what : `${what} of ${unit}`
  return max === Infinity ? `${of}, ${min} or more` : `${of} from ${min} to ${max}`
}

function readAddresses<Name extends string>(
  given: unknown,
  defaults: Readonly<Record<Name, string>>,
  factory: string,
  refuse: (path: string, takes: string) => ConfigError,
): Readonly<Record<Name, string>> {
  const names = Object.keys(defaults) as Name[] // safe cast: `defaults` has exactly the keys `Name`
  if (typeof given !== 'object' || given === null) throw refuse('addresses', 'an object of URLs')
  refuseUnknownNames(given, names, `${factory}({ addresses })`)
  const values = given as Readonly<Record<string, unknown>> // safe cast: each value is checked below, by name
  const read: Record<Name, string> = { ...defaults }
  for (const name of names) {
    const value = values[name] ?? defaults[name]
    if (typeof value !== 'string' || !isSafeAddress(value))
      throw refuse(
        `addresses: { ${name} }`,
        'a full URL that starts with https://, or with http:// on localhost',
      )
    read[name] = withoutSlashes(value)
  }
  return read
}

function isSafeAddress(value: string): boolean {
  const url = URL.parse(value)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

function withoutSlashes(url: string): string {
  let end = url.length
  while (end > 0 && url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
