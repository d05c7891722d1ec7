import { expectTypeOf, test } from 'vitest'

import type {
  AccountProfile,
  BusinessLocation,
  Message,
  PostDetails,
  PostStats,
  Verification,
  VerificationOption,
} from './index.js'
import type {
  Call,
  CanAnswerSetupCheck,
  CanCheckState,
  CanEditBusinessInfo,
  CanManageVerification,
  CanModerateComments,
  CanReadProfile,
  CanReadPushedUpdates,
  CanReadStats,
  CanReplyToUpdates,
  CanResumeLogin,
} from './platform.js'

// Holds R-0047.
test('the types of read results are exported', () => {
  expectTypeOf<PostDetails>().toHaveProperty('text')
  expectTypeOf<BusinessLocation>().toHaveProperty('name')
  expectTypeOf<Verification>().toHaveProperty('state')
  expectTypeOf<VerificationOption>().toHaveProperty('method')
  expectTypeOf<Message>().toHaveProperty('text')
})

// Holds R-0028.
test('the statistics of a post are comments, likes and shares, and nothing else', () => {
  expectTypeOf<keyof PostStats>().toEqualTypeOf<'id' | 'likes' | 'comments' | 'shares' | 'raw'>()
})

// Holds R-0092.
test('every ability has an exported type', () => {
  expectTypeOf<CanResumeLogin>().toHaveProperty('resumeLogin')
  expectTypeOf<CanCheckState>().toHaveProperty('checkState')
  expectTypeOf<CanAnswerSetupCheck>().toHaveProperty('answerSetupCheck')
  expectTypeOf<CanReadPushedUpdates>().toHaveProperty('readUpdates')
  expectTypeOf<CanReadStats>().toHaveProperty('readStats')
  expectTypeOf<CanReplyToUpdates>().toHaveProperty('replyToUpdate')
  expectTypeOf<CanEditBusinessInfo>().toHaveProperty('updateLocation')
  expectTypeOf<CanManageVerification>().toHaveProperty('startVerification')
  expectTypeOf<CanModerateComments>().toHaveProperty('deleteComment')
})

// Holds R-0025, R-0093.
test('a profile has a name and a picture', () => {
  expectTypeOf<CanReadProfile['readProfile']>().toEqualTypeOf<(call: Call) => Promise<AccountProfile>>()
  expectTypeOf<keyof AccountProfile>().toEqualTypeOf<'name' | 'avatarUrl'>()
})
