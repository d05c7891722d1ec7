/**
 * Parameter names of the calls that the library sends, from Meta's description of the Instagram
 * API with Instagram Login. Written by hand from
 * https://github.com/facebook/facebook-business-sdk-codegen (api_specs/specs:
 * IGUserForIGOnlyAPI.json, IGMediaForIGOnlyAPI.json, IGComment.json, ShadowIGMediaBuilder.json,
 * IGAccessTokenForIGOnlyAPI.json, IGRefreshAccessTokenForIGOnlyAPI.json, enum_types.json; commit
 * ad2b0b6 of 15 April 2026). The licence of these files does not allow a copy. A comment marks
 * names that only the documentation has.
 */
export const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  // Only in the documentation:
  // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
  'POST /oauth/access_token': ['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri'],
  'GET /access_token': ['access_token', 'client_secret', 'grant_type'],
  'GET /refresh_access_token': ['access_token', 'grant_type'],
  'GET me': [],
  'GET node': [],
  'POST node': ['ad_id', 'comment_enabled', 'hide'],
  'DELETE node': ['ad_id'],
  'GET content_publishing_limit': ['since'],
  'GET media': ['since', 'until'],
  'GET stories': [],
  'POST media': [
    'alt_text',
    'audio_name',
    'caption',
    'children',
    'collaborators',
    'cover_url',
    'image_url',
    'is_carousel_item',
    'location_id',
    'media_type',
    'product_tags',
    'share_to_feed',
    'thumb_offset',
    'trial_params',
    'upload_type',
    'user_tags',
    'video_url',
    // Newer than the description:
    // https://developers.facebook.com/documentation/instagram-platform/changelog (22 June 2026)
    'is_ai_generated',
  ],
  // The description calls this edge `mediapublish`. The documentation and all known clients call it
  // `media_publish`.
  'POST media_publish': ['creation_id'],
  'POST messages': [
    'folder',
    'message',
    'messaging_type',
    'payload',
    'recipient',
    'reply_to',
    'sender_action',
    'tag',
    'thread_control',
  ],
  'GET comments': [],
  'GET replies': [],
  'POST replies': ['message'],
  'POST subscribed_apps': ['subscribed_fields'],
  'DELETE subscribed_apps': [],
}

/**
 * Parameters that every call accepts. https://developers.facebook.com/docs/graph-api/results (read
 * 2026-11-22)
 */
export const EVERYWHERE: readonly string[] = ['fields', 'limit', 'after', 'appsecret_proof']

const OF_ACCOUNTS = ['account_type', 'id', 'name', 'profile_picture_url', 'user_id', 'username']
const OF_MEDIA = [
  'alt_text',
  'caption',
  'comments_count',
  'id',
  'is_comment_enabled',
  'is_shared_to_feed',
  'like_count',
  'media_product_type',
  'media_type',
  'media_url',
  'owner',
  'permalink',
  'shortcode',
  'thumbnail_url',
  'timestamp',
  'username',
]
// Fields of a comment. `replies` is the list of replies, which is requested together with the
// comment.
const OF_COMMENTS = ['from', 'hidden', 'id', 'like_count', 'media', 'parent_id', 'text', 'timestamp', 'user', 'username', 'replies']

/** Response fields of each call, by the call's name. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'GET me': OF_ACCOUNTS,
  // Reads an account, a media object or a container.
  'GET node': [...OF_ACCOUNTS, ...OF_MEDIA, 'copyright_check_status', 'status', 'status_code', 'video_status'],
  'GET content_publishing_limit': ['config', 'quota_usage'],
  'GET media': OF_MEDIA,
  'GET stories': OF_MEDIA,
  'GET comments': OF_COMMENTS,
  'GET replies': OF_COMMENTS,
}

/** Webhook fields to which an account can subscribe. */
export const SUBSCRIBED_FIELDS: readonly string[] = [
  'comment_poll_response',
  'comments',
  'creator_marketplace_invited_creator_onboarding',
  'creator_marketplace_projects',
  'delta',
  'follow',
  'live_comments',
  'mentions',
  'message_edit',
  'message_reactions',
  'messages',
  'messaging_handover',
  'messaging_optins',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
  'onboarding_welcome_message_series',
  'share_to_story',
  'standby',
  'story_insights',
  'story_poll_response',
  'story_reactions',
]
