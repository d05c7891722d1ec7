import {
  makePerson,
  makeUpdate,
  type Person,
  type Post,
  type PostInput,
  type RawData,
  type Receipt,
  toOptionalMoment,
  type Update,
  type UpdateInit,
} from '@social/core/platform'

/**
 * A post as a platform gets it.
 *
 * @param init - What is special about it; without words and media it says "Good morning".
 */
export function aPost<Options = RawData>(init: PostInput<Options> = {}): Post<Options> {
  const { media = [], replyTo = null, publishAt } = init
  return {
    text: init.text ?? (media.length === 0 ? 'Good morning' : ''),
    media,
    replyTo,
    publishAt: toOptionalMoment(publishAt, 'publishAt'),
    options: init.options ?? ({} as Options), // left out only where nothing in the options is required
  }
}

/** Someone on a network: `person-1`. */
export function aPerson(init: Partial<Person> = {}): Person {
  const { id = 'person-1' } = init
  return makePerson({ handle: `${id}@fake.example`, displayName: `Person ${id}`, ...init, id })
}

/** One thing that happened on `fake:42`: a comment, `update-1`, made 2024-01-01T00:00:00Z. */
export function anUpdate(init: Partial<UpdateInit> = {}): Update {
  const { platform = 'fake' } = init
  return makeUpdate({
    id: 'update-1',
    kind: 'COMMENT_CREATED',
    connectionId: `${platform}:42`,
    timestamp: '2024-01-01T00:00:00Z',
    ...init,
    platform,
  })
}

/** How far an earlier try came: nothing but prepared, and never repeatable at the network, unless said. */
export function aReceipt(init: Partial<Receipt> = {}): Receipt {
  return {
    version: 1,
    platform: 'fake',
    step: 'PREPARE',
    data: {},
    madeAt: new Date('2024-01-01T00:00:00Z'),
    repeatableUntil: null,
    ...init,
  }
}
