import { ConfigError } from '../../errors/index.js'

/**
 * Methods that each object of the application must have. `Storage.saveRenewed` and some other methods are optional,
 * so they are not listed.
 */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  storage: ['getConnection', 'saveConnection', 'deleteConnection', 'getApp', 'saveApp'],
  locks: ['withLock'],
  loginMemory: ['keep', 'lookUp', 'forget'],
  seenUpdates: ['claim', 'extend', 'confirm', 'release'],
  journal: ['open', 'save', 'claimPost', 'finish', 'release', 'forgetBefore'],
  markers: ['load', 'save'],
  spendingCounter: ['reserve', 'giveBack', 'spent'],
  mediaHost: ['publish', 'release'],
  clock: ['now', 'monotonic', 'sleep'],
  random: ['bytes', 'fraction'],
  transport: ['send', 'close'],
}

/**
 * @throws ConfigError that names all methods missing from the application's objects, such as its storage or journal.
 */
export function checkPorts(options: Readonly<Record<string, unknown>>): void {
  const problems: string[] = []
  for (const [port, methods] of Object.entries(METHODS)) {
    const given = options[port]
    if (given === undefined) continue
    const missing = methods.filter((method) => !hasMethod(given, method))
    if (missing.length === methods.length) problems.push(`${port} must be an object with ${list(methods)}.`)
    else if (missing.length > 0) problems.push(`${port} has no ${list(missing)}.`)
  }
  if (problems.length > 0)
    throw new ConfigError(`The options of SocialClient are invalid: ${problems.join(' ')}`)
}

function hasMethod(value: unknown, method: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return typeof (value as Record<string, unknown>)[method] === 'function' // safe cast: any field can be read from an object
}

function list(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
