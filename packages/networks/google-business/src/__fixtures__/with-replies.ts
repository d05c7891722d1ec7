import { aCall, type Replies } from '@social/testkit/platform'

import { googleBusiness } from '../platform.js'
import { anAccount } from './an-account.js'

/** The platform under test. */
export const platform = googleBusiness()

/** A call of the location "2" with these responses. */
export const withReplies = (replies: Replies) =>
  aCall({ platform, connection: anAccount({ accountId: '2' }), replies })
