import { ConfigError } from '../errors/index.js'
import type { AppCredentials } from '../models/index.js'
import { assertContext, assertString, assertTexts } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * Returns the app's stored credentials.
 *
 * @param app - Value of `login.app` or `call.app()`.
 * @param context - Name of the network; `advice` explains in full sentences where to create the app.
 * @throws ConfigError with the advice, if no app is stored.
 */
export function assertApp(
  app: AppCredentials | null,
  context: { readonly platform: string; readonly advice: string },
): AppCredentials {
  if (app !== null && app !== undefined) return app
  assertContext(context, 'assertApp')
  throw new ConfigError(
    `No app is stored for ${context.platform}. ${context.advice} Save the app with Storage.saveApp.`,
    { platform: context.platform },
  )
}

/**
 * Returns the form fields that authenticate the client, as most token endpoints require them (RFC 6749, section
 * 2.3.1). A public client sends only its id. Its secret is null, and forms omit null.
 */
export function clientFields(app: AppCredentials): {
  readonly client_id: string
  readonly client_secret: string | null
} {
  assertObject(app, 'clientFields', '{ clientId, clientSecret }')
  return { client_id: app.clientId, client_secret: app.clientSecret }
}

/**
 * Returns the scopes that a sign-in requests: the application's scopes, or the network's defaults if the application
 * requested none.
 */
export function scopesOf(
  login: { readonly scopes: readonly string[] },
  defaults: readonly string[],
): readonly string[] {
  assertTexts(login?.scopes, 'scopesOf: login.scopes')
  return login.scopes.length > 0 ? login.scopes : defaults
}

/**
 * Returns the scopes that the network granted.
 *
 * @param scope - Value from the token response, separated by spaces or commas; null if missing.
 * @param requested - Requested scopes. If the response has no scope, all of them are granted (RFC 6749, section
 * 5.1).
 */
export function grantedScopes(scope: string | null, requested: readonly string[]): readonly string[] {
  if (scope === null) return requested
  assertString(scope, 'grantedScopes: scope')
  return scope.split(/[\s,]/).filter((one) => one !== '')
}
