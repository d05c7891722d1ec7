import { ConfigError } from '../errors/index.js'
import type { AppCredentials } from '../models/index.js'
import { assertContext, assertString, assertTexts } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * The application's credentials, which somebody has to have stored.
 *
 * @param app - What `login.app` or `call.app()` gave.
 * @param context - Names the network; `advice` says where the app is made, as sentences.
 * @throws ConfigError when nothing is stored, with the advice.
 */
export function assertApp(
  app: AppCredentials | null,
  context: { readonly platform: string; readonly advice: string },
): AppCredentials {
  if (app !== null && app !== undefined) return app
  assertContext(context, 'assertApp')
  throw new ConfigError(
    `No app is stored for ${context.platform}. ${context.advice} Save it with Storage.saveApp.`,
    { platform: context.platform },
  )
}

/**
 * The app's own proof of itself in a form, as most token endpoints want it (RFC 6749, section 2.3.1). A public client
 * sends its id alone: null is left out of a form.
 */
export function clientFields(app: AppCredentials): {
  readonly client_id: string
  readonly client_secret: string | null
} {
  assertObject(app, 'clientFields', '{ clientId, clientSecret }')
  return { client_id: app.clientId, client_secret: app.clientSecret }
}

/** What a sign-in asks for: the scopes that the application names, or the network's defaults. */
export function scopesOf(
  login: { readonly scopes: readonly string[] },
  defaults: readonly string[],
): readonly string[] {
  assertTexts(login?.scopes, 'scopesOf: login.scopes')
  return login.scopes.length > 0 ? login.scopes : defaults
}

/**
 * The scopes that were granted.
 *
 * @param scope - As the token reply has them, with spaces or commas between; null when it does not say.
 * @param asked - What was asked for: granted as a whole where the reply does not say (RFC 6749, section 5.1).
 */
export function grantedScopes(scope: string | null, asked: readonly string[]): readonly string[] {
  if (scope === null) return asked
  assertString(scope, 'grantedScopes: scope')
  return scope.split(/[\s,]/).filter((one) => one !== '')
}
