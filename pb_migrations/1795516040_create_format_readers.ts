import { activeUserRule, adminCondition, findCollection, groupMemberCondition, runStatements } from './schema.ts'

/**
 * View of users who need a format that is limited to groups, because they have requests or batches of it, or decided or decide its stages. The cross
 * joins begin with these formats, because most installations have none.
 */
const limitedFormatReaders = `CREATE VIEW limited_format_readers AS
  WITH limited AS (SELECT id FROM formats WHERE access = 'groups'), reader (format, person) AS (
    SELECT limited.id, owner FROM limited CROSS JOIN request_counts ON request_counts.format = limited.id WHERE n > 0
    UNION SELECT limited.id, owner FROM limited CROSS JOIN batches ON batches.format = limited.id
    UNION SELECT limited.id, reviewer FROM limited CROSS JOIN reported_steps ON reported_steps.format = limited.id
    UNION SELECT limited.id, person FROM limited CROSS JOIN format_versions AS version ON version.format = limited.id
      CROSS JOIN step_powers ON step_powers.version = version.id)
  SELECT format, group_concat(person, ' ') AS people FROM reader GROUP BY format`

/** The same users by format, as one record with all ids, because a record for each user would repeat the format in the result of a rule. */
const formatReaders = `SELECT format_versions.id AS id, format_versions.format AS format, CAST(limited_format_readers.people AS TEXT) AS people
  FROM format_versions JOIN limited_format_readers ON limited_format_readers.format = format_versions.format
  WHERE format_versions.version = 1`

/** Returns the rule condition that the caller may read a published format: everybody, members of its groups, administrators and its readers. */
const canRead = (format: '' | 'format.') =>
  `(${format}access != 'groups' || ${format}${groupMemberCondition} || ${format}format_readers_via_format.people ?~ @request.auth.id)`

migrate((app) => {
  runStatements(app, limitedFormatReaders)
  const view = { type: 'view', name: 'format_readers', viewQuery: formatReaders }
  app.save(new Collection(view as unknown as Partial<Collection>))
  const formats = findCollection(app, 'formats')
  formats.viewRule = `${activeUserRule} && (${adminCondition} || (status != 'draft' && ${canRead('')}))`
  app.save(formats)
  const versions = findCollection(app, 'format_versions')
  const rule = `(${adminCondition} || ${canRead('format.')})`
  versions.listRule += ` && ${rule}`
  versions.viewRule += ` && ${rule}`
  app.save(versions)
})
