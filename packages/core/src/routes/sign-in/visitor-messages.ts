import { publishWarning } from '../../diagnostics/channels.js'
import { ConfigError, type UserMessages, userMessageOf } from '../../errors/index.js'
import type { RoutesSettings } from '../options.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'

/**
 * Returns language and texts for the visitor of a request. An invalid language, which may come from the visitor, becomes
 * English.
 */
export async function messagesFor(settings: RoutesSettings, request: RouteRequest): Promise<UserMessages> {
  const { messages } = settings
  if (typeof messages !== 'function') return messages
  const chosen = await callHost('messages', null, () => messages(request))
  try {
    userMessageOf(null, chosen)
    return chosen
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    publishWarning({ platform: null, message: `messages: ${error.message}`, error })
    return { language: 'en' }
  }
}
