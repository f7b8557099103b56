import { Link } from 'react-router';
import { buttonClasses } from '../ui/classes.ts';
import { MessageScreen } from './message-screen.tsx';

/** Source: specification, section 2 (routes). */
export function NotFoundScreen() {
  return (
    <MessageScreen
      code="404"
      title="Page not found"
      actions={
        <Link to="/" className={buttonClasses({ variant: 'primary' })}>
          Return to Home
        </Link>
      }
    >
      <title>Page not found</title>
      There is nothing at this address.
    </MessageScreen>
  );
}
