/**
 * Parameter names of the calls that this package sends, from Meta's description of the Graph API.
 * Copied by hand from
 * https://github.com/facebook/facebook-business-sdk-codegen (api_specs/specs/Page.json,
 * PagePost.json, Comment.json, AdVideo.json; commit ad2b0b6 of 15 April 2026), because its licence
 * does not allow a copy of the files. Long lists contain only names that this package might send.
 */
export const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'POST feed': [
    'attached_media',
    'call_to_action',
    'link',
    'message',
    'place',
    'published',
    'scheduled_publish_time',
    'tags',
    'targeting',
    'unpublished_content_type',
  ],
  // Only the documentation contains `source`, the parameter of the file:
  // https://developers.facebook.com/docs/graph-api/reference/page/photos
  'POST photos': [
    'alt_text_custom',
    'caption',
    'message',
    'no_story',
    'place',
    'published',
    'scheduled_publish_time',
    'source',
    'temporary',
    'unpublished_content_type',
    'url',
  ],
  'POST videos': [
    'description',
    'end_offset',
    'file_size',
    'file_url',
    'published',
    'scheduled_publish_time',
    'source',
    'start_offset',
    'title',
    'unpublished_content_type',
    'upload_phase',
    'upload_session_id',
    'video_file_chunk',
  ],
  'POST video_reels': [
    'description',
    'feed_targeting',
    'place',
    'scheduled_publish_time',
    'targeting',
    'title',
    'upload_phase',
    'video_id',
    'video_state',
  ],
  'POST photo_stories': ['photo_id'],
  'POST video_stories': [
    'description',
    'feed_targeting',
    'place',
    'scheduled_publish_time',
    'targeting',
    'title',
    'upload_phase',
    'video_id',
    'video_state',
  ],
  'POST subscribed_apps': ['subscribed_fields'],
  'DELETE subscribed_apps': [],
  'POST comments': ['attachment_id', 'attachment_share_url', 'attachment_url', 'message'],
  'POST likes': ['feedback_source', 'nectar_module', 'tracking'],
  'DELETE likes': ['feedback_source', 'nectar_module', 'tracking'],
  // Edits of a post, a comment and a video.
  'POST post': ['is_hidden', 'is_pinned', 'is_published', 'message', 'place', 'scheduled_publish_time'],
  'POST comment': ['attachment_id', 'attachment_share_url', 'attachment_url', 'is_hidden', 'message'],
  'POST video': ['description', 'name', 'published', 'scheduled_publish_time'],
  'GET comments': ['filter', 'live_filter', 'order', 'since'],
  'GET published_posts': ['include_hidden', 'limit', 'show_expired', 'with'],
  'GET scheduled_posts': [],
  'GET videos': ['type'],
  'GET stories': ['since', 'status', 'until'],
}

/**
 * Parameters that every call accepts. https://developers.facebook.com/docs/graph-api/results (read
 * 2026-11-22)
 */
export const EVERYWHERE: readonly string[] = ['fields', 'limit', 'after', 'since', 'until', 'appsecret_proof']

/**
 * Fields and lists of a video that the class in Meta's client lacks, from
 * api_specs/specs/AdVideo.json. `reactions` is in neither source: if Facebook does not know
 * `reactions`, the library requests `likes`.
 */
export const VIDEO_FIELDS: readonly string[] = [
  'comments',
  'created_time',
  'description',
  'likes',
  'reactions',
  'status',
  'title',
]
