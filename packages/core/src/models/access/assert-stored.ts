import { labelOf } from '../values/describe-value.js'
import { wrongArgument } from '../values/wrong-argument.js'
import type { AppCredentials } from './app-credentials.js'
import type { Connection } from './connection.js'

/**
 * Asserts that a value is a connection. Checks the fields of the value and not its class, because a connection may
 * come from another copy of the package.
 *
 * @param caller - Method that received the value, for the message: `storage.saveConnection`.
 * @throws ConfigError for any other value.
 */
export function assertConnection(value: unknown, caller: string): asserts value is Connection {
  const given = value as Partial<Connection> | null | undefined // safe cast: the fields are checked below
  if (typeof given?.id !== 'string' || typeof given.token !== 'object')
    throw wrongArgument(caller, 'a connection', value)
}

/** Asserts that a value is app credentials. */
export function assertAppCredentials(value: unknown, caller: string): asserts value is AppCredentials {
  const given = value as Partial<AppCredentials> | null | undefined // safe cast: the fields are checked below
  if (typeof given?.platform !== 'string' || typeof given.clientId !== 'string')
    throw wrongArgument(caller, 'app credentials', value)
}

/** Asserts that a platform and a host are the key of an app. */
export function assertAppKey(platform: unknown, host: unknown, caller: string): void {
  if (typeof platform !== 'string')
    throw wrongArgument(`${labelOf(caller)}: platform`, 'the name of a network', platform)
  if (host !== null && host !== undefined && typeof host !== 'string')
    throw wrongArgument(`${labelOf(caller)}: host`, 'the name of a server, or null', host)
}
