package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

@Entity
@Table(name = "app_users")
class User {
    Long id;
    String email;
}

interface UserRepository extends JpaRepository<User, Long> {
    @Query("select u from User u where u.email = ?1")
    User byEmail(String email);

    @Query("select u from User u join fetch u.roles r where r.name = ?1")
    User byRole(String role);

    @Modifying
    @Query(value = "delete from app_users where email = ?1 and id <> ?2", nativeQuery = true)
    void forget(String email, Long id);
}
