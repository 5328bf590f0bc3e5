import { createRootRoute, Navigate } from '@tanstack/react-router';
import { Root } from './root.tsx';

/** The root of all routes; unknown addresses redirect to the login page (ROUTE-02). */
export const root = createRootRoute({
  component: Root,
  notFoundComponent: () => <Navigate replace to="/login" />,
});
