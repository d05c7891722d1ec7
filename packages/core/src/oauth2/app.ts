import { ConfigError } from '../errors/index.js'
import type { AppCredentials } from '../models/index.js'
import { assertContext, assertString, assertTexts } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * Returns the application's stored credentials.
 *
 * @param app - Value of `login.app` or `call.app()`.
 * @param context - Name of the network; `advice` explains in full sentences where to create the app.
 * @throws ConfigError when nothing is stored, with the advice.
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
 * Client authentication in a form, as required by most token endpoints (RFC 6749, section 2.3.1). A public client
 * sends only its id: a form omits null.
 */
export function clientFields(app: AppCredentials): {
  readonly client_id: string
  readonly client_secret: string | null
} {
  assertObject(app, 'clientFields', '{ clientId, clientSecret }')
  return { client_id: app.clientId, client_secret: app.clientSecret }
}

/** Requested scopes of a sign-in: the application's scopes, or the network's defaults. */
export function scopesOf(
  login: { readonly scopes: readonly string[] },
  defaults: readonly string[],
): readonly string[] {
  assertTexts(login?.scopes, 'scopesOf: login.scopes')
  return login.scopes.length > 0 ? login.scopes : defaults
}

/**
 * The granted scopes.
 *
 * @param scope - From the token response, separated by spaces or commas; null if missing.
 * @param requested - Requested scopes. All of them are granted if the response has no scope (RFC 6749, section 5.1).
 */
export function grantedScopes(scope: string | null, requested: readonly string[]): readonly string[] {
  if (scope === null) return requested
  assertString(scope, 'grantedScopes: scope')
  return scope.split(/[\s,]/).filter((one) => one !== '')
}
