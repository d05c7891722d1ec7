import type { Connection } from '@social/core/platform'

import { loadHtmlReader } from './html/index.js'
import { hostOf, serverAccountId } from './people.js'
import type { Reader } from './status.js'

/** Creates the reader for an account. Loads the HTML reader on first use. */
export async function readerFor(connection: Connection): Promise<Reader> {
  return {
    host: hostOf(connection),
    accountId: serverAccountId(connection),
    readHtml: await loadHtmlReader(),
  }
}
