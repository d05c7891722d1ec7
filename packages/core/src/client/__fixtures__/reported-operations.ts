import { channels, type OperationEvent } from '../../diagnostics/channels.js'
import { makePostResult, makeUpdate } from '../../models/index.js'

/** An update, a moment and a message for the operations. */
export const UPDATE = makeUpdate({
  id: '1',
  kind: 'COMMENT_CREATED',
  platform: 'sample',
  connectionId: 'sample:1',
  timestamp: '2026-01-01T00:00:00Z',
})

export const SINCE = new Date('2026-01-01T00:00:00Z')

const RESULT = makePostResult({ id: '9' })

const SENDER = { id: '1', handle: null, displayName: null, avatarUrl: null, url: null, raw: {} }

export const MESSAGE = {
  id: 'm1',
  conversationId: 'c1',
  sender: SENDER,
  text: 'Hello',
  sentAt: SINCE,
  isMine: true,
  deleted: false,
  attachments: [],
  raw: {},
}

/** Results of the platform's methods, for tests that check them. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  publish: RESULT,
  reply: RESULT,
  editPost: RESULT,
  sendMessage: MESSAGE,
  startConversation: MESSAGE,
}

/** An operation without its types. */
export type EntryPoint = (...args: readonly unknown[]) => Promise<unknown>

/** The operation events published during the work. */
export async function reportsTo(work: () => Promise<unknown>): Promise<readonly OperationEvent[]> {
  const reported: OperationEvent[] = []
  const listener = (event: unknown): void => {
    reported.push({ ...(event as OperationEvent) }) // the channel has only such events
  }
  channels.operation.start.subscribe(listener)
  try {
    await work()
  } finally {
    channels.operation.start.unsubscribe(listener)
  }
  return reported
}
