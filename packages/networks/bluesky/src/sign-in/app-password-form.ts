import { AuthError, type CallbackParams, type LoginRequest, type LoginStep } from '@social/core/platform'

/** Where app passwords are made. */
const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords'

/** Marks of direction and width that are copied along from the application, and are part of no name. */
const UNSEEN = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g

/** User input. */
export interface Details {
  /** A handle, a DID or an e-mail address. */
  readonly identifier: string
  readonly password: string
}

/** Where the server that the form has named is kept until the answers come. */
export const SHOWN_SERVER = 'server'

/**
 * Asks for handle and app password: there is no page of the network to send people to.
 *
 * @param host - The server that the password will go to, and to no other; null while the handle is to tell.
 */
export function askForDetails({ state }: LoginRequest, host: string | null): LoginStep {
  const where =
    host === null
      ? 'It goes to the server that the handle’s own document names.'
      : `It goes to ${host} alone.`
  return {
    step: 'ASK_FOR_DETAILS',
    host,
    fields: [
      {
        name: 'handle',
        label: 'Handle',
        secret: false,
        helpText: 'Such as someone.bsky.social; the @ may be left out.',
      },
      {
        name: 'app_password',
        label: 'App password',
        secret: true,
        helpText: `Made at ${APP_PASSWORDS}; it looks like abcd-efgh-ijkl-mnop and is not the password of the account. ${where} Tick "Allow access to your direct messages" there if messages are wanted: it cannot be ticked later.`,
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

/** A handle as it was typed or linked to: without the @, in lower case. */
export function cleanHandle(text: string | undefined): string {
  return clean(text).replace(/^@/, '').toLowerCase()
}

/** @throws AuthError when one of the two is missing. Neither is ever part of a message. */
export function readDetails(callback: CallbackParams): Details {
  const identifier = cleanHandle(callback['handle'])
  const password = clean(callback['app_password'] ?? callback['appPassword'])
  if (identifier === '' || password === '')
    throw new AuthError(
      `bluesky needs ${identifier === '' ? 'the handle' : 'an app password'}. Ask for handle and app_password, and pass both as callback.`,
      { platform: 'bluesky' },
    )
  return { identifier, password }
}
