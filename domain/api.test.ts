import { describe, expect, it } from 'vitest';
import { operations } from './api.ts';

describe('the operations', () => {
  const all = Object.values(operations);

  it('have these addresses', () => {
    const methods: Record<string, string> = {};
    for (const { method, path } of all) {
      methods[path] = [...(methods[path]?.split(' ') ?? []), method].sort().join(' ');
    }
    expect(methods).toEqual({
      '/api/attention': 'GET',
      '/api/attention/{id}/handled': 'POST',
      '/api/attention/{id}/undo-handled': 'POST',
      '/api/backups': 'GET POST',
      '/api/backups/uploads': 'POST',
      '/api/backups/uploads/{name}': 'DELETE PUT',
      '/api/backups/{name}': 'GET',
      '/api/backups/{name}/file': 'GET',
      '/api/backups/{name}/restore': 'POST',
      '/api/clients': 'GET POST',
      '/api/clients/{id}': 'DELETE GET PATCH',
      '/api/clients/{id}/events': 'GET',
      '/api/closed-days': 'GET POST',
      '/api/deleted': 'GET',
      '/api/deleted/clients/{id}': 'DELETE',
      '/api/deleted/clients/{id}/restore': 'POST',
      '/api/deleted/repairs/{ticketNumber}': 'DELETE',
      '/api/deleted/repairs/{ticketNumber}/restore': 'POST',
      '/api/estimates': 'GET POST',
      '/api/estimates/counts': 'GET',
      '/api/estimates/preview': 'POST',
      '/api/estimates/recorded': 'POST',
      '/api/estimates/{id}': 'DELETE',
      '/api/estimates/{id}/answer': 'POST',
      '/api/export': 'GET',
      '/api/functions/send-completion': 'POST',
      '/api/functions/send-sms': 'POST',
      '/api/hand-overs': 'POST',
      '/api/imports/check': 'POST',
      '/api/imports/rejected': 'POST',
      '/api/imports/{importId}': 'GET PUT',
      '/api/measurements/lift-angle': 'GET',
      '/api/measurements/{id}': 'DELETE PATCH',
      '/api/messages': 'GET',
      '/api/messages/{id}/record': 'POST',
      '/api/messages/{id}/pictures/{position}': 'GET',
      '/api/messages/{id}/pictures/{position}/fetch': 'POST',
      '/api/messages/{id}/reply': 'POST',
      '/api/messages/{id}/resend': 'POST',
      '/api/money': 'GET',
      '/api/overview': 'GET',
      '/api/parts': 'GET',
      '/api/parts/{id}': 'DELETE PATCH',
      '/api/password': 'PUT',
      '/api/payments': 'GET',
      '/api/payments/csv': 'GET',
      '/api/payments/{id}/void': 'POST',
      '/api/photos/{id}': 'DELETE GET PATCH',
      '/api/repairs': 'GET POST',
      '/api/repairs/counts': 'GET',
      '/api/repairs/{ticketNumber}': 'DELETE GET PATCH',
      '/api/repairs/{ticketNumber}/assign': 'POST',
      '/api/repairs/{ticketNumber}/collect': 'POST',
      '/api/repairs/{ticketNumber}/claim-check': 'POST',
      '/api/repairs/{ticketNumber}/complete': 'POST',
      '/api/repairs/{ticketNumber}/drop-off-text': 'POST',
      '/api/repairs/{ticketNumber}/finish': 'POST',
      '/api/repairs/{ticketNumber}/measurements': 'POST',
      '/api/repairs/{ticketNumber}/messages': 'POST',
      '/api/repairs/{ticketNumber}/move': 'POST',
      '/api/repairs/{ticketNumber}/notes': 'POST',
      '/api/repairs/{ticketNumber}/parts': 'POST',
      '/api/repairs/{ticketNumber}/payments': 'POST',
      '/api/repairs/{ticketNumber}/photos': 'POST',
      '/api/repairs/{ticketNumber}/photos/{kind}': 'PUT',
      '/api/repairs/{ticketNumber}/go-on': 'POST',
      '/api/repairs/{ticketNumber}/reopen': 'POST',
      '/api/repairs/{ticketNumber}/send-held-text': 'POST',
      '/api/repairs/{ticketNumber}/undo-complete': 'POST',
      '/api/repairs/{ticketNumber}/signature': 'PUT',
      '/api/repairs/{ticketNumber}/start': 'POST',
      '/api/repairs/{ticketNumber}/undo-assign': 'POST',
      '/api/repairs/{ticketNumber}/undo-client-changes': 'POST',
      '/api/repairs/{ticketNumber}/undo-collect': 'POST',
      '/api/repairs/{ticketNumber}/sendings': 'POST',
      '/api/sendings': 'GET',
      '/api/sendings/{id}': 'DELETE PATCH',
      '/api/repairs/{ticketNumber}/warranties': 'POST',
      '/api/warranties/{id}': 'DELETE PATCH',
      '/api/repairs/{ticketNumber}/watch': 'DELETE PUT',
      '/api/session': 'DELETE GET POST',
      '/api/sessions': 'DELETE GET',
      '/api/sessions/{id}': 'DELETE',
      '/api/settings': 'GET PUT',
      '/api/settings/events': 'GET',
      '/api/settings/set-up': 'PUT',
      '/api/shop': 'GET',
      '/api/signatures/{id}/picture': 'GET',
      '/api/simulator/pictures': 'POST',
      '/api/simulator/replies': 'POST',
      '/api/technicians': 'GET',
      '/api/texting': 'GET PUT',
      '/api/texting/check': 'POST',
      '/api/texting/off': 'POST',
      '/api/texting/test': 'POST',
      '/api/watches': 'GET',
      '/api/watches/seen': 'GET',
      '/api/watches/{id}': 'GET',
      '/photos/repair-photos/{name}': 'GET',
    });
  });

  const namesWith = (key: string) =>
    Object.entries(operations).flatMap(([name, one]) => (key in one ? [name] : []));

  it('carry the revision where the screens poll', () => {
    const polled =
      'getOverview listRepairs countRepairs getRepair listClients getClient listClientEvents';
    const others =
      'listTechnicians getMoney listClosedDays listPayments listEstimates countEstimates listMessages listAttention listOrderedParts listSendings';
    expect(namesWith('hasRevision').sort()).toEqual(`${polled} ${others}`.split(' ').sort());
  });

  it.each(Object.entries(operations))('%s checks exactly the parameters of its path', (_n, op) => {
    const named = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const checked = 'params' in op ? Object.keys(op.params.shape) : [];
    expect(checked).toEqual(named);
  });

  it('need a session, except for logging in and out and the photos', () => {
    expect(namesWith('isPublic')).toEqual(['logIn', 'logOut', 'getPhoto']);
  });

  it('answer with success', () => {
    const statuses = all.flatMap(({ responses }) => Object.keys(responses));
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '202', '204']));
  });
});
