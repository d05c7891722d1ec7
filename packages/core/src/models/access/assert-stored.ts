import { labelOf } from '../values/describe-value.js'
import { wrongArgument } from '../values/wrong-argument.js'
import type { AppCredentials } from './app-credentials.js'
import type { Connection } from './connection.js'

/**
 * Checks that a value is a connection. The fields are checked instead of the class, because
 * another copy of the package may have created the connection.
 *
 * @param caller - Method that received the value, for the error message: `storage.saveConnection`.
 * @throws ConfigError for any other value.
 */
export function assertConnection(value: unknown, caller: string): asserts value is Connection {
  const given = value as Partial<Connection> | null | undefined // safe cast: the fields are checked below
  if (typeof given?.id !== 'string' || typeof given.token !== 'object')
    throw wrongArgument(caller, 'a connection', value)
}

/** Checks that a value is app credentials. @throws ConfigError for any other value. */
export function assertAppCredentials(value: unknown, caller: string): asserts value is AppCredentials {
  const given = value as Partial<AppCredentials> | null | undefined // safe cast: the fields are checked below
  if (typeof given?.platform !== 'string' || typeof given.clientId !== 'string')
    throw wrongArgument(caller, 'app credentials', value)
}

/**
 * Checks that a platform and a host can identify an app in a store. @throws ConfigError for other
 * values.
 */
export function assertAppKey(platform: unknown, host: unknown, caller: string): void {
  if (typeof platform !== 'string')
    throw wrongArgument(`${labelOf(caller)}: platform`, 'the name of a network', platform)
  if (host !== null && host !== undefined && typeof host !== 'string')
    throw wrongArgument(`${labelOf(caller)}: host`, 'the name of a server, or null', host)
}
