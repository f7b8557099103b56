import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { declinedCompletionNote, effectiveStatusLabel } from '../domain/estimate-answers.ts';
import { repairStatuses } from '../domain/repair-status.ts';
import { tabItems } from '../web/app/dashboard-tabs.tsx';
import { themeLabels } from '../web/app/theme.ts';
import { repairStatusLabel } from '../web/parts/repair/status-badge.tsx';
import { subTabs } from '../web/screens/overview/count-cards.tsx';
import { stepNames } from '../web/screens/workflow-test/workflow-run.ts';

/**
 * The words that the specification gives verbatim (sections 2 to 5 and 8). No one improves them:
 * shops have them in their manuals. An … stands for what the program fills in.
 */
const sentences = `
  Page not found
  Return to Home
  Unexpected Application Error!
  Logout
  Login
  No repairs yet
  Create New Repair
  Select
  New Repair
  View Repairs
  Assign
  Mark Complete
  Unassigned
  Image failed to load
  Retry
  Request
  Total Clients
  In Progress
  Invalid password. Please try again.
  Please enter an estimate amount
  Customer phone number is missing from repair record
  Invalid phone number format. Please use a valid US phone number.
  Please enter a valid estimate amount
  Please fill in all required fields (Name, Email, Phone)
  Please enter a valid email address
  … is required
  Duplicate submission detected
  A similar repair ticket was created within the last 10 minutes.
  Please wait
  Please wait at least 30 seconds between submissions.
  Please select a technician
  Error adding client
  Please try again.
  Client added to directory
  Failed to add client
  Client updated
  Update failed
  Could not update client information in database
  Error deleting client
  Client deleted successfully
  Estimate sent successfully!
  SMS sent to …. Repair moved to estimates tab.
  SMS sending failed
  Please verify the phone number format and text-message provider setup.
  Error sending estimate
  An error occurred: …
  Repair deleted
  Repair for … has been permanently deleted.…
  Estimate deleted
  Delete failed
  Could not delete estimate
  Repair not found
  Error assigning repair
  Repair assigned to technician!
  Error completing repair
  Repair marked as complete!
  Failed to complete repair
  Estimates refreshed!
  Database error
  Saving to local storage only…
  Using local data only
  Database deletion failed
  Repair was removed locally but may still exist in database
  Repair created but SMS failed
  Check SMS configuration
  Repair created and SMS notification sent!
  Repair completed and SMS notification sent!
  Print failed
  Printing …...
  Failed to send SMS. Please check phone number format and text-message provider configuration.
  Pop-ups are blocked. Please enable pop-ups for this site in your browser settings and try again.
  Pop-up blocked. Please allow pop-ups for this site and try again.
  Failed to print …: …
  Unknown error
  Timeout: No customer reply received
`
  .trim()
  .split(/\n\s+/);

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = globSync('{domain,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|^web\/dev\//.test(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8').replace(/\s+/g, ' '))
  .join('\n');

/** A whole string or the whole text of an element, however the code breaks its lines. */
function isSaid(sentence: string): boolean {
  const words = sentence
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^\'"`<>]*');
  return new RegExp(`['"\`>] ?${words} ?['"\`<]`).test(sources);
}

it.each(sentences)('is said to the letter: %s', (sentence) => {
  expect(isSaid(sentence)).toBe(true);
});

it('the labels are the specified ones', () => {
  const labelOf = ({ label }: { label: unknown }) => label;
  expect(repairStatuses.map(repairStatusLabel)).toEqual([
    'Pending',
    'Assigned',
    'In Progress',
    'Completed',
    'Ready',
    'Estimate Sent',
    'Estimate Accepted',
    'Estimate Declined',
  ]);
  expect(['pending', 'sent', 'accepted', 'declined', 'other'].map(effectiveStatusLabel)).toEqual([
    'Awaiting Response',
    'Awaiting Response',
    'Accepted',
    'Declined',
    'Unknown (other)',
  ]);
  expect(tabItems.map(labelOf)).toEqual(
    expect.arrayContaining([
      ...['Overview', 'Search', 'Repairs', 'New repair', 'Clients', 'New client', 'Technicians'],
    ]),
  );
  expect(subTabs.map(labelOf)).toEqual([
    ...['Pending', 'Same Day', 'Estimates', 'Assigned', 'Completed'],
  ]);
  expect(Object.values(themeLabels)).toEqual(['Light', 'Dark', 'System']);
  expect(stepNames).toEqual([
    ...['Send Estimate', 'Customer Reply', 'Webhook Called'],
    ...['Process Reply', 'Update Database', 'Send Confirmation'],
  ]);
  expect(declinedCompletionNote).toBe('Completed from estimates tab - declined');
});
