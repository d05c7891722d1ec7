import {
  makePerson,
  makeUpdate,
  type PartialInit,
  type Person,
  type Post,
  type PostInput,
  type RawData,
  type Receipt,
  refuseUnknownNames,
  type Update,
  type UpdateInit,
} from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'
import { toOptionalMoment } from '@social/core/store'

const POST: Record<keyof PostInput, true> = {
  text: true,
  media: true,
  replyTo: true,
  publishAt: true,
  firstComment: true,
  options: true,
}
const PERSON: Record<keyof Person, true> = {
  id: true,
  handle: true,
  displayName: true,
  avatarUrl: true,
  url: true,
  raw: true,
}
const UPDATE: Record<keyof UpdateInit, true> = {
  id: true,
  kind: true,
  platform: true,
  connectionId: true,
  timestamp: true,
  raw: true,
  envelope: true,
  actor: true,
  postId: true,
  aboutPostId: true,
  threadRootId: true,
  conversationId: true,
  parentId: true,
  text: true,
  attachments: true,
  rating: true,
  url: true,
  isOwn: true,
  actions: true,
  kindName: true,
}
const RECEIPT: Record<keyof Receipt, true> = {
  version: true,
  platform: true,
  step: true,
  data: true,
  createdAt: true,
  repeatableUntil: true,
  files: true,
}

/**
 * Builds a post in the form that a platform receives.
 *
 * @param init - Changed fields. Without text and media the text is "Good morning".
 */
export function aPost<Options = RawData>(init: PostInput<Options> = {}): Post<Options> {
  refuseUnknownNames(init, Object.keys(POST), 'aPost')
  const { replyTo = null, publishAt } = init
  const media = init.media ?? []
  return {
    text: init.text ?? (media.length === 0 ? 'Good morning' : ''),
    media,
    replyTo,
    publishAt: toOptionalMoment(publishAt, 'publishAt'),
    options: init.options ?? ({} as Options), // safe cast: callers may omit the options only if `Options` has no required option
  }
}

/** Builds the person `person-1` of a network. */
export function aPerson(init: PartialInit<Person> = {}): Person {
  refuseUnknownNames(init, Object.keys(PERSON), 'aPerson')
  const { id = 'person-1' } = init
  return makePerson({
    handle: `${id}@fake.example`,
    displayName: `Person ${id}`,
    ...withoutUndefined(init),
    id,
  })
}

/**
 * Builds an update of the connection `fake:42`: the comment `update-1`, created
 * 2024-01-01T00:00:00Z.
 */
export function anUpdate(init: PartialInit<UpdateInit> = {}): Update {
  refuseUnknownNames(init, Object.keys(UPDATE), 'anUpdate')
  const { platform = 'fake' } = init
  return makeUpdate({
    id: 'update-1',
    kind: 'COMMENT_CREATED',
    connectionId: `${platform}:42`,
    timestamp: '2024-01-01T00:00:00Z',
    ...withoutUndefined(init),
    platform,
  })
}

/**
 * Builds the receipt of an earlier publish attempt. By default the attempt ended before the
 * publish request, and the network does not recognize a repeated request.
 */
export function aReceipt(init: PartialInit<Receipt> = {}): Receipt {
  refuseUnknownNames(init, Object.keys(RECEIPT), 'aReceipt')
  return {
    version: 1,
    platform: 'fake',
    step: 'PREPARE',
    data: {},
    createdAt: new Date('2024-01-01T00:00:00Z'),
    repeatableUntil: null,
    ...withoutUndefined(init),
  }
}
