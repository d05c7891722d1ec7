import * as v from 'valibot'

// Only the fields we use; what Google may leave out is null here.

const filled = v.pipe(v.string(), v.nonEmpty())
const text = v.fallback(v.nullish(v.string(), null), null)
const items = v.fallback(v.nullish(v.array(v.unknown()), null), null)

/** A page of accounts. */
export const accountsReply = v.object({ accounts: items, nextPageToken: text })
/** One account. */
export const accountItem = v.object({ name: filled, type: text })

/** A page of locations of one account. */
export const locationsReply = v.object({ locations: items, nextPageToken: text })
/** One location of that page. */
export const locationItem = v.object({ name: filled, title: text })

/** A local post. */
export const postReply = v.object({
  name: filled,
  state: text,
  searchUrl: text,
  summary: text,
  createTime: text,
})
/** What `postReply` reads. */
export type PostReply = v.InferOutput<typeof postReply>
/** A page of posts. */
export const postsReply = v.object({ localPosts: items, nextPageToken: text })

/** A page of reviews. */
export const reviewsReply = v.object({ reviews: items, nextPageToken: text })

const reviewReply = v.fallback(v.nullish(v.object({ comment: text }), null), null)

/** One review. */
export const reviewItem = v.object({
  name: text,
  reviewId: text,
  reviewer: v.fallback(v.nullish(v.object({ displayName: text, profilePhotoUrl: text }), null), null),
  createTime: text,
  updateTime: text,
  reviewReply,
})
/** What `reviewItem` reads. */
export type ReviewItem = v.InferOutput<typeof reviewItem>

/** The answer to an answer. */
export const replyReply = v.object({ comment: v.string() })

/** A page of questions. */
export const questionsReply = v.object({ questions: items, nextPageToken: text })
/** One question. */
export const questionItem = v.object({
  name: filled,
  author: v.fallback(v.nullish(v.object({ displayName: text, profilePhotoUrl: text }), null), null),
  createTime: text,
  updateTime: text,
})
/** What `questionItem` reads. */
export type QuestionItem = v.InferOutput<typeof questionItem>
/** The answer to an answered question. */
export const answerReply = v.object({ text: v.string() })

const category = v.fallback(v.nullish(v.object({ displayName: text }), null), null)

/** The listing. A change may be answered with its own fields alone. */
export const locationReply = v.object({
  title: text,
  phoneNumbers: v.fallback(v.nullish(v.object({ primaryPhone: text }), null), null),
  storefrontAddress: v.fallback(v.nullish(v.record(v.string(), v.unknown()), null), null),
  categories: v.fallback(
    v.nullish(
      v.object({ primaryCategory: category, additionalCategories: v.fallback(v.array(category), []) }),
      null,
    ),
    null,
  ),
})
/** What `locationReply` reads. */
export type LocationReply = v.InferOutput<typeof locationReply>

/** The ways to verify a listing. */
export const optionsReply = v.object({ options: items })
/** One of them. */
export const optionItem = v.looseObject({
  verificationMethod: filled,
  phoneNumber: text,
  emailData: v.fallback(v.nullish(v.object({ domain: text, user: text }), null), null),
})
/** What `optionItem` reads. */
export type OptionItem = v.InferOutput<typeof optionItem>

/** A verification, wrapped as Google answers it. */
export const verificationReply = v.object({
  verification: v.looseObject({ name: filled, method: text, state: text }),
})

/** How far a listing is. */
export const statusReply = v.object({
  hasVoiceOfMerchant: v.fallback(v.boolean(), false),
  verify: v.fallback(
    v.nullish(v.object({ hasPendingVerification: v.fallback(v.boolean(), false) }), null),
    null,
  ),
  waitForVoiceOfMerchant: v.fallback(v.nullish(v.object({}), null), null),
  resolveOwnershipConflict: v.fallback(v.nullish(v.object({}), null), null),
  complyWithGuidelines: v.fallback(v.nullish(v.object({ recommendationReason: text }), null), null),
})

/** The keys that pushed messages are signed with. */
export const keysReply = v.object({ keys: v.array(v.record(v.string(), v.unknown())) })
