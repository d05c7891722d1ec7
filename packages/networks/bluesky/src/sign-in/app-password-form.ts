import { AuthError, type CallbackParams, type LoginRequest, type LoginStep } from '@social/core/platform'

/** Website on which users create app passwords. */
const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords'

/** Invisible characters that a user can copy by accident along with a handle or password. */
const UNSEEN = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g

/** User input. */
export interface Details {
  /** A handle, a DID or an e-mail address. */
  readonly identifier: string
  readonly password: string
}

/** Key in `remember` under which the server shown in the form is stored. */
export const SHOWN_SERVER = 'server'

/**
 * Returns the sign-in step that asks the user for handle and app password. Bluesky has no page for
 * this.
 *
 * @param host - The only server that receives the password; null when the handle determines the
 * server.
 */
export function askForDetails({ state }: LoginRequest, host: string | null): LoginStep {
  const where =
    host === null
      ? 'It is sent to the server in the DID document of the handle.'
      : `It is sent only to ${host}.`
  return {
    step: 'ASK_FOR_DETAILS',
    host,
    fields: [
      {
        name: 'handle',
        label: 'Handle',
        secret: false,
        helpText: 'For example someone.bsky.social, with or without @.',
        texts: {
          label: { en: 'Handle', de: 'Handle' },
          help: {
            en: 'For example someone.bsky.social, with or without @.',
            de: 'Zum Beispiel jemand.bsky.social, mit oder ohne @.',
          },
        },
      },
      {
        name: 'app_password',
        label: 'App password',
        secret: true,
        helpText: `Create one at ${APP_PASSWORDS}. It has the format abcd-efgh-ijkl-mnop and is not the password of the account. ${where} For messages, select "Allow access to your direct messages" there. This cannot be changed later.`,
        texts: {
          label: { en: 'App password', de: 'App-Passwort' },
          help: {
            en: 'Create an app password in the settings of Bluesky. It has the format abcd-efgh-ijkl-mnop and is not the password of the account. For messages, allow the access to direct messages there. This cannot be changed later.',
            de: 'Erstelle ein App-Passwort in den Einstellungen von Bluesky. Es hat das Format abcd-efgh-ijkl-mnop und ist nicht das Passwort des Kontos. Für Nachrichten erlaube dort den Zugriff auf Direktnachrichten. Das lässt sich später nicht ändern.',
          },
        },
      },
    ],
    helpUrl: APP_PASSWORDS,
    state,
    remember: host === null ? {} : { [SHOWN_SERVER]: host },
  }
}

function clean(text: string | undefined): string {
  return (text ?? '').replace(UNSEEN, '').trim()
}

/** Normalises a handle from user input or a link: removes the @ and converts to lower case. */
export function cleanHandle(text: string | undefined): string {
  return clean(text).replace(/^@/, '').toLowerCase()
}

/**
 * Reads the handle and the app password from the form.
 *
 * @throws AuthError when one of the two is missing. The message contains neither of them.
 */
export function readDetails(callback: CallbackParams): Details {
  const identifier = cleanHandle(callback['handle'])
  const password = clean(callback['app_password'] ?? callback['appPassword'])
  if (identifier === '' || password === '')
    throw new AuthError(
      `bluesky requires ${identifier === '' ? 'the handle' : 'an app password'}. Request handle and app_password from the user, and pass both as callback.`,
      { platform: 'bluesky' },
    )
  return { identifier, password }
}
