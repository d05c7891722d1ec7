import * as v from 'valibot'

// The schemas contain only the fields in use. Fields that Google may omit are null.

const filled = v.pipe(v.string(), v.nonEmpty())
const text = v.fallback(v.nullish(v.string(), null), null)
const items = v.fallback(v.nullish(v.array(v.unknown()), null), null)

/** A page of accounts. */
export const accountsReply = v.object({ accounts: items, nextPageToken: text })
/** One account. */
export const accountItem = v.object({ name: filled, type: text })

/** A page of locations of one account. */
export const locationsReply = v.object({ locations: items, nextPageToken: text })
/** One location in a page of locations. */
export const locationItem = v.object({ name: filled, title: text })

/** A local post. */
export const postReply = v.object({
  name: filled,
  state: text,
  searchUrl: text,
  summary: text,
  createTime: text,
})
/** Output of `postReply`. */
export type PostReply = v.InferOutput<typeof postReply>
/** A page of posts. */
export const postsReply = v.object({ localPosts: items, nextPageToken: text })

/** A page of reviews. */
export const reviewsReply = v.object({ reviews: items, nextPageToken: text })

const reviewReply = v.fallback(v.nullish(v.object({ comment: text }), null), null)

const reviewMedia = v.fallback(
  v.nullish(v.object({ thumbnailUrl: text, thumbnailLabel: text, videoUrl: text }), null),
  null,
)

/** Content of a review. A webhook can contain it, or only the name of the review. */
export const reviewContent = v.object({
  starRating: text,
  comment: text,
  reviewReplyUrl: text,
  reviewMediaItems: v.fallback(v.nullish(v.array(reviewMedia), null), null),
})
/** Content of a review. */
export type ReviewContent = v.InferOutput<typeof reviewContent>

/** One review. */
export const reviewItem = v.object({
  ...reviewContent.entries,
  name: text,
  reviewId: text,
  reviewer: v.fallback(v.nullish(v.object({ displayName: text, profilePhotoUrl: text }), null), null),
  createTime: text,
  updateTime: text,
  reviewReply,
})
/** Output of `reviewItem`. */
export type ReviewItem = v.InferOutput<typeof reviewItem>

/** Response to a sent reply: the text of the reply. */
export const replyReply = v.object({ comment: v.string() })

/** A page of questions. */
export const questionsReply = v.object({ questions: items, nextPageToken: text })
/** One question. */
export const questionItem = v.object({
  name: filled,
  text,
  author: v.fallback(v.nullish(v.object({ displayName: text, profilePhotoUrl: text }), null), null),
  createTime: text,
  updateTime: text,
})
/** Output of `questionItem`. */
export type QuestionItem = v.InferOutput<typeof questionItem>
/** Response to an answer of a question. */
export const answerReply = v.object({ text: v.string() })

const category = v.fallback(v.nullish(v.object({ displayName: text }), null), null)

/** The listing of a location. The response to a change may contain only the changed fields. */
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
/** Output of `locationReply`. */
export type LocationReply = v.InferOutput<typeof locationReply>

/** Verification methods of a listing. */
export const optionsReply = v.object({ options: items })
/** One verification method. */
export const optionItem = v.looseObject({
  verificationMethod: filled,
  phoneNumber: text,
  emailData: v.fallback(v.nullish(v.object({ domain: text, user: text }), null), null),
})
/** Output of `optionItem`. */
export type OptionItem = v.InferOutput<typeof optionItem>

/** A verification, wrapped as in Google's response. */
export const verificationReply = v.object({
  verification: v.looseObject({ name: filled, method: text, state: text }),
})

/** Verification state of a listing. */
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

/** Google's public keys, which verify the signature of pushed messages. */
export const keysReply = v.object({ keys: v.array(v.record(v.string(), v.unknown())) })
