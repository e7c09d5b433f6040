package shop;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface Votes extends JpaRepository<Vote, Long> {
    @Query("SELECT NEW shop.Count(v.choice.id, count(v.id)) FROM Vote v WHERE v.poll.id in :polls GROUP BY v.choice.id")
    Object count();

    String TOUCH = "INSERT IGNORE INTO `touches` SET at = ?";
    String WORDS = "INSERT coin into the slot";
}
