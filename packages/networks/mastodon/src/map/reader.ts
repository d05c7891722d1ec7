import type { Connection } from '@social/core/platform'

import { loadHtmlReader } from './html/index.js'
import { hostOf, serverAccountId } from './people.js'
import type { Reader } from './status.js'

/** Reads as this account; the HTML reader is loaded when it is first needed. */
export async function readerFor(connection: Connection): Promise<Reader> {
  return {
    host: hostOf(connection),
    accountId: serverAccountId(connection),
    readHtml: await loadHtmlReader(),
  }
}
