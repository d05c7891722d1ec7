import { aCall, type Replies } from '@social/testkit/platform'

import { googleBusiness } from '../platform.js'
import { anAccount } from './an-account.js'

/** The platform under test. */
export const platform = googleBusiness()

/** Creates a call for the location "2" that gets these responses. */
export const withReplies = (replies: Replies) =>
  aCall({ platform, connection: anAccount({ accountId: '2' }), replies })
